import Core
import Foundation
import Mocks

@testable import Database

/// A person who writes, a server whose answers are late and behind, and what has to be seen of it at each moment.
///
/// What is seen of the person's own comments is a function of two things: what the server took, and what is not sent.
final class OwnTextsOracle {
    /// A comment on the server.
    private struct Held {
        let parent: String?
        var text: String
        var isDeleted = false
        let isOwn: Bool
        let date: Date
        /// Its place among those that came.
        let number: Int
    }

    /// A request for the thread that is not answered yet.
    private struct Request {
        let moment: ReadMoment
        /// The server's comments as the copy had them that answers.
        let copy: [String: Held]
    }

    /// What became of a text of the person's own.
    private struct Text {
        var native: String?
        var text: String
        var isDeleted = false
        let parent: String?
    }

    let world: OwnTextsWorld
    private let random: SeededRandomSource
    private var server: [String: Held] = [:]
    /// The server's comments at each moment of a change.
    private var history: [(uptime: Double, server: [String: Held])] = []
    private var requests: [Request] = []
    /// The replies, by their entries.
    private var texts: [OutboxEntry.ID: Text] = [:]
    /// What each edit and deletion is about: the entry of the reply, and the text; none for a deletion.
    private var changes: [OutboxEntry.ID: (reply: OutboxEntry.ID, text: String?)] = [:]
    private var count = 0
    private var wordCount = 0
    /// The names of rows by the ids of comments, as a screen remembers them.
    private var names: [String: String] = [:]
    private var namesInOrder: [String] = []
    private(set) var log: [String] = []

    init(seed: UInt64) throws {
        world = try OwnTextsWorld()
        random = SeededRandomSource(seed: seed)
        for native in ["t1_a", "t1_b", "t1_c"] {
            let parent = native == "t1_c" ? "t1_a" : nil
            server[native] = Held(parent: parent, text: native, isOwn: false, date: .distantPast, number: count)
            count += 1
        }
        history = [(0, server)]
    }

    private func pick(_ count: Int) -> Int { Int(random.next() % UInt64(max(1, count))) }

    private func word() -> String {
        wordCount += 1
        return "word\(wordCount)"
    }

    /// Does something at random.
    func step() async throws {
        switch pick(10) {
        case 0: try await reply()
        case 1: try await change(isDeletion: pick(3) == 0)
        case 2:
            log.append("send")
            try await world.send()
        case 3, 4: try await answer()
        case 5: ask()
        case 6, 7: try await deliver()
        case 8:
            let seconds = [1.0, 20, 59, 90, 4000][pick(5)]
            log.append("wait \(seconds)")
            world.uptime += seconds
        default:
            if pick(4) == 0 {
                log.append("relaunch")
                // Nothing that was asked for before it is answered after it.
                requests = []
                try await world.relaunch()
            }
        }
    }

    // MARK: The person

    private func reply() async throws {
        guard texts.count < 20 else { return }
        let unsent = texts.filter { $0.value.native == nil && world.outbox.entries[$0.key] != nil }.keys.sorted()
        // Nobody answers what is deleted.
        let deleted = Set(changes.values.filter { $0.text == nil }.compactMap { texts[$0.reply]?.native })
        let known = try await shownIDs().filter { !OutboxEntry.ID.isID($0) && !deleted.contains($0) }.sorted()
        var parent: String?
        switch pick(3) {
        case 0 where !unsent.isEmpty: parent = unsent[pick(unsent.count)].rawValue
        case 1 where !known.isEmpty: parent = known[pick(known.count)]
        default: break
        }
        let text = word()
        do {
            let target = parent.map { StatusTarget.comment(.mock($0)) } ?? .post(world.post)
            let id = try await world.reply(text, to: target)
            texts[id] = Text(text: text, parent: parent)
            log.append("reply \(id) to \(parent ?? "post")")
        } catch is OutboxRefusal {
            // It answers what is being deleted.
        }
    }

    /// Edits or deletes what is on the server.
    private func change(isDeletion: Bool) async throws {
        let own = texts.filter { $0.value.native != nil && !$0.value.isDeleted }.keys.sorted()
        guard !own.isEmpty else { return }
        let reply = own[pick(own.count)]
        guard let native = texts[reply]?.native, changes.count < 20 else { return }
        let isAnswered = texts.values.contains { $0.parent == native || $0.parent == reply.rawValue }
        guard !isDeletion || !isAnswered else { return }
        let text = isDeletion ? nil : word()
        let target = StatusTarget.comment(.mock(native))
        let id: OutboxEntry.ID
        if let text { id = try await world.edit(text, of: target) } else { id = try await world.delete(target) }
        changes[id] = (reply, text)
        log.append("\(isDeletion ? "delete" : "edit") \(native) \(text ?? "") by \(id)")
    }

    // MARK: The server

    /// Answers one of the entries that are being sent.
    private func answer() async throws {
        let sending = world.outbox.all.filter { $0.state == .sending }
        guard !sending.isEmpty else {
            // What was broken off by a relaunch never reached the server.
            let checking = world.outbox.all.filter { $0.state == .checking }
            guard !checking.isEmpty else { return }
            let id = checking[pick(checking.count)].id
            guard let look = world.looks[id] else { return }
            log.append("look for \(id)")
            try await world.follow(.looked(id, attempt: look, .absent))
            return
        }
        let entry = sending[pick(sending.count)]
        if let change = changes[entry.id] {
            if pick(4) == 0 {
                log.append("refuse \(entry.id)")
                return try await world.answer(entry.id, .refused(OutboxEntry.Reason(.forbidden, "no")))
            }
            guard let native = texts[change.reply]?.native else { return }
            if let text = change.text {
                server[native]?.text = text
                texts[change.reply]?.text = text
            } else {
                server[native]?.isDeleted = true
                texts[change.reply]?.isDeleted = true
            }
            note("do \(entry.id)")
            return try await world.answer(entry.id, .done(result: nil, value: nil))
        }
        guard var text = texts[entry.id] else { return }
        let native = "t1_x\(count)"
        let parent = text.parent.map { parent in texts[OutboxEntry.ID(rawValue: parent)]?.native ?? parent }
        server[native] = Held(parent: parent, text: text.text, isOwn: true, date: world.now.date, number: count)
        count += 1
        text.native = native
        texts[entry.id] = text
        note("do \(entry.id) as \(native)")
        try await world.answer(entry.id, .done(result: native, value: nil))
    }

    private func note(_ line: String) {
        log.append(line)
        history.append((world.uptime, server))
    }

    /// Begins a request, which is answered from a copy that is behind by less than the settle time.
    private func ask() {
        let oldest = world.uptime - Double(pick(60))
        let copy = history.last { $0.uptime <= oldest }?.server ?? server
        log.append("ask, for what was there at \(oldest)")
        requests.append(Request(moment: world.moment, copy: copy))
    }

    /// Delivers one of the answers, not always the oldest.
    private func deliver() async throws {
        // A request lasts two minutes at most.
        requests.removeAll { world.uptime - ($0.moment.begun?.uptime ?? 0) > 120 }
        guard !requests.isEmpty else { return }
        let request = requests.remove(at: pick(requests.count))
        let thread = CommentThread(entries: Self.entries(request.copy), source: "oracle")
        var answer = thread
        answer.begin.moment = request.moment
        log.append("answer \(thread.comments.map(\.id.native)) of \(request.moment.begun?.uptime ?? 0)")
        _ = try await world.comments().commit(answer, of: world.post, sort: nil, date: world.now.date)
    }

    /// A thread as the server sends it: more points first, of equal ones the newer first.
    private static func entries(_ server: [String: Held]) -> [CommentThread.Entry] {
        var children: [String?: [String]] = [:]
        for (native, held) in server { children[held.parent, default: []].append(native) }
        func walk(_ parent: String?, _ depth: Int) -> [CommentThread.Entry] {
            (children[parent] ?? []).sorted { left, right in
                guard let left = server[left], let right = server[right] else { return false }
                if left.isOwn != right.isOwn { return !left.isOwn }
                return left.isOwn ? left.number > right.number : left.number < right.number
            }.flatMap { native -> [CommentThread.Entry] in
                guard let held = server[native] else { return [] }
                let below = walk(native, depth + 1)
                // A deleted comment without answers is not sent.
                if held.isDeleted, below.isEmpty { return [] }
                let comment = Core.Comment.mock(native, parent: parent, depth: depth) { comment in
                    comment.score = held.isOwn ? 1 : 5
                    comment.created = held.isOwn ? held.date : nil
                    comment.body = held.isDeleted ? nil : held.text
                    if held.isDeleted { comment.removal = .deletedByAuthor }
                }
                return [.comment(comment)] + below
            }
        }
        return walk(nil, 0)
    }

    // MARK: What is to be seen

    private func shownIDs() async throws -> [String] {
        try await world.comments().storedThread(of: world.post)?.thread.comments.map(\.id.native) ?? []
    }

    /// What is wrong with what is seen; nothing where all is well.
    func faults() async throws -> [String] {
        guard let stored = try await world.comments().storedThread(of: world.post) else {
            return world.outbox.all.contains { $0.kind == .reply } ? ["there is no thread for what is unsent"] : []
        }
        let comments = stored.thread.comments
        var faults: [String] = []
        var seen: [String: Core.Comment] = [:]
        for comment in comments where seen.updateValue(comment, forKey: comment.id.native) != nil {
            faults.append("\(comment.id.native) is there twice")
        }
        for (id, text) in texts {
            let name = text.native ?? id.rawValue
            let wanted = wanted(id, text)
            guard let comment = seen[name] else {
                if wanted != nil { faults.append("\(name) is not there") }
                continue
            }
            if comment.removal == nil ? comment.body != wanted : wanted != nil {
                faults.append("\(name) says \(comment.body ?? "nothing"), not \(wanted ?? "nothing")")
            }
            if let made = stored.own[.mock(name)]?.made { names[name] = made.rawValue }
            if names[name] != id.rawValue { faults.append("\(name) has the name \(names[name] ?? "of its own")") }
            if text.native == nil, comment.score != nil { faults.append("\(name) has a score") }
        }
        faults += nesting(comments)
        faults += moves(comments)
        return faults
    }

    /// The text that is to be seen of a reply; nil where it is deleted.
    private func wanted(_ id: OutboxEntry.ID, _ text: Text) -> String? {
        var wanted = text.isDeleted ? nil : text.text
        let pending = world.outbox.all.filter { changes[$0.id]?.reply == id && $0.state != .failed }
        for entry in pending.sorted(by: { $0.number < $1.number }) {
            if let change = changes[entry.id]?.text, wanted != nil { wanted = change }
        }
        return pending.contains { $0.kind == .delete } ? nil : wanted
    }

    private func nesting(_ comments: [Core.Comment]) -> [String] {
        var path: [Core.Comment] = []
        return comments.compactMap { comment in
            path.removeAll { $0.depth >= comment.depth }
            defer { path.append(comment) }
            guard case .comment(let parent) = comment.parent else {
                return comment.depth == 0 ? nil : "\(comment.id.native) is not at the top"
            }
            let isThere = comments.contains { $0.id == parent }
            return !isThere || path.last?.id == parent ? nil : "\(comment.id.native) is not below \(parent.native)"
        }
    }

    /// No two rows change places, whatever becomes of them: nothing here fails that is new.
    private func moves(_ comments: [Core.Comment]) -> [String] {
        let now = comments.map { names[$0.id.native] ?? $0.id.native }
        defer { namesInOrder = now }
        let (before, after) = (Set(namesInOrder), Set(now))
        let isSame = namesInOrder.filter(after.contains) == now.filter(before.contains)
        return isSame ? [] : ["rows moved from \(namesInOrder) to \(now)"]
    }
}
