import Core
import Mocks
import Testing

@testable import Database

/// Appends, syncs, rolls, compacts, checkpoints, fails and dies at random, beside a list of what has to be there.
struct JournalRandomTests {
    typealias State = [Int: String]

    private struct Run {
        let world = JournalFixture(segmentBytes: 500)
        let random: SeededRandomSource
        var journal: Journal
        /// What the records are after each batch; the first is the empty store.
        var states: [State] = [[:]]
        var syncedNumber = 0
        var checkpoint: (JournalCheckpoint, State)?

        init(seed: UInt64) throws {
            random = SeededRandomSource(seed: seed)
            journal = try world.open().journal
        }

        func draw(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

        mutating func append() throws {
            var state = states[states.count - 1]
            var (group, after): ([Journal.Batch], [State]) = ([], [])
            for _ in 0...draw(3) {
                let (id, gone) = (draw(12), draw(12))
                let text = "v\(random.next() % 1000)"
                state[id] = JournalFixture.json(id, text)
                state[gone] = nil
                group.append(JournalFixture.batch(id, text: text, deleting: [gone]))
                after.append(state)
            }
            let isSynced = draw(4) == 0
            let appended = try journal.append(group, isSynced: isSynced)
            #expect(appended.first?.number == UInt64(states.count))
            states += after
            if isSynced { syncedNumber = states.count - 1 }
        }

        mutating func sync() throws {
            try journal.sync()
            syncedNumber = states.count - 1
        }

        mutating func compact() throws {
            try journal.roll()
            try sync()
            guard let span = journal.sealed else { return }
            let rewriter = try JournalRewriter(
                folder: journal.folder, covering: span, id: journal.makeFileID())
            for (_, json) in states[Int(span.next) - 1].sorted(by: { $0.key < $1.key }) {
                try rewriter.append(put: "notes", version: 1, value: Array(json.utf8))
            }
            journal.replace(span.files, by: try rewriter.finish())
            try rewriter.removeCovered()
        }

        mutating func reopen(afterPowerLoss: Bool) throws {
            world.files.stopFailing()
            if afterPowerLoss { world.files.crash() } else { world.files.killProcess() }
            var opened: JournalFixture.Opened
            var state: State
            do {
                opened = try world.open(from: checkpoint?.0, onto: checkpoint?.1 ?? [:])
            } catch is JournalRecovery.CheckpointStale {
                opened = try world.open()
            }
            state = opened.notes
            #expect(opened.damages.isEmpty)
            let number = Int(opened.journal.nextNumber) - 1
            #expect(number < states.count && number >= (afterPowerLoss ? syncedNumber : states.count - 1))
            #expect(state == states[min(number, states.count - 1)])
            states.removeLast(states.count - 1 - number)
            let all = try world.open()
            #expect(all.notes == state)
            try world.expectPlacesAreRight(all)
            journal = all.journal
            state = all.notes
        }

        mutating func step() throws {
            switch draw(24) {
            case 0: try journal.roll()
            case 1: try sync()
            case 2: try compact()
            case 3:
                try sync()
                checkpoint = (try journal.checkpoint(), states[states.count - 1])
            case 4: try reopen(afterPowerLoss: false)
            case 5: try reopen(afterPowerLoss: true)
            case 6, 7:
                let kinds: [DiskOperation.Kind] = [.write, .sync, .move, .syncDirectory, .truncate, .openAnew, .remove]
                let (kind, skipped) = (kinds[draw(kinds.count)], draw(3))
                world.files.fail(kind, with: .noSpace, calls: skipped..<skipped + 1, afterBytes: draw(100))
            default: try append()
            }
        }
    }

    @Test(arguments: UInt64(1)...40)
    func whateverHappensNothingAcknowledgedIsLost(seed: UInt64) throws {
        var run = try Run(seed: seed)
        for step in 0..<250 {
            do {
                try run.step()
            } catch {
                #expect(error is FileError, "Seed \(seed), step \(step): \(error)")
            }
        }
        run.world.files.stopFailing()
        try run.sync()
        try run.reopen(afterPowerLoss: true)
        #expect(run.states.count > 50, "Seed \(seed)")
    }
}
