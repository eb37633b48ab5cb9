import Deals
import Foundation

/// All workloads at one number of deals, round by round.
final class SizeRun {
    let settings: RunSettings
    let count: Int
    let deals: [Deal]
    private(set) var figures: [FigureKind: Figure] = [:]
    /// Notes to print beside the figures.
    private(set) var notes: [String] = []
    var areQueriesChosen = false
    /// The longest commit of this round: of the ingest in order and the shuffled one.
    var longestCommits: [PeerKind: Double] = [:]

    init(settings: RunSettings, count: Int) {
        self.settings = settings
        self.count = count
        deals = DealSource(seed: settings.seed).deals(count: count)
    }

    /// The figures that were measured, in the order of the table.
    var lines: [Figure] { FigureKind.allCases.filter(settings.figures.contains).compactMap { figures[$0] } }

    func add(_ value: Double, _ kind: FigureKind, _ peer: PeerKind) {
        figures[kind, default: Figure(kind: kind)].rounds[peer, default: []].append(value)
    }

    func note(_ text: String) {
        notes.append(text)
        settings.log("      \(text)")
    }

    func wants(_ kinds: FigureKind...) -> Bool {
        kinds.contains { settings.figures.contains($0) }
    }

    /// Measures everything that is asked for.
    func run() async throws {
        var searches: [SearchPhase] = []
        for texts in SearchTexts.allCases where settings.figures.contains(where: texts.figures.contains) {
            searches.append(try await SearchPhase(self, texts))
        }
        for round in 0..<settings.rounds {
            settings.log("  round \(round + 1)")
            // Turn and turn about, and who begins changes too.
            let order = round % 2 == 0 ? settings.peers : settings.peers.reversed()
            if wants(.ingest, .longest, .open, .kill, .memory, .depth, .key, .reads, .readLongest) {
                try await table(round, order)
            }
            if wants(.shuffled, .longest) { try await shuffled(round, order) }
            for (peer, longest) in longestCommits { add(longest, .longest, peer) }
            longestCommits = [:]
            if wants(.synced) { try await synced(order) }
            if wants(.killSmall, .killLarge) { try await openKilledDocuments(order, round) }
            for search in searches { try search.measure(order) }
            if wants(.page, .flag), settings.peers.contains(.lantern) { try await posts() }
        }
        for search in searches { try await search.end() }
    }

    /// Ingests in order, and then measures what is done with such a table.
    private func table(_ round: Int, _ order: [PeerKind]) async throws {
        for peer in order {
            try settings.remove(folder(peer))
            try await ingest(peer)
        }
        if round == 0 { try await compare(order, "after ingest") }
        if wants(.open) { try await openCleanly(order) }
        if wants(.memory) { for peer in order { try memory(peer) } }
        if wants(.kill) { for peer in order { try await openKilled(peer, round) } }
        if wants(.depth, .key) { try await windows(order, round) }
        if wants(.reads, .readLongest) { try await readDuringIngest(order) }
        for peer in order { try settings.remove(folder(peer)) }
    }

    /// Makes the tables as they were, for something that is measured again; what that takes does not count once more.
    func ingestAgain(_ order: [PeerKind]) async throws {
        let (figures, longestCommits) = (figures, longestCommits)
        for peer in order {
            try settings.remove(folder(peer))
            try await ingest(peer)
        }
        (self.figures, self.longestCommits) = (figures, longestCommits)
    }

    func folder(_ peer: PeerKind, _ name: String = "deals") -> String {
        "\(settings.scratch)/\(name)-\(peer.rawValue)"
    }
}
