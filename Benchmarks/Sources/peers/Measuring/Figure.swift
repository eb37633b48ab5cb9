import Foundation

/// The requirement for a figure.
enum Must: Sendable {
    /// The peer takes at least so many times as long.
    case faster(Double)
    /// Not more than this, whatever the peer does.
    case atMost(Double)
    /// Less than the peer, and not more than this.
    case underPeer(atMost: Double)
    /// Not more than so many times what the peer takes.
    case timesPeer(Double)
    /// The median is not more than this, and no round is more than this share of what the peer takes in the same one.
    case everyRound(atMost: Double, share: Double)

    func isMet(ours: Double, peer: Double?) -> Bool? {
        switch self {
        case .faster(let times): peer.map { $0 / ours >= times }
        case .atMost(let limit): ours <= limit
        case .underPeer(let limit): peer.map { ours < $0 && ours <= limit }
        case .timesPeer(let times): peer.map { ours <= times * $0 }
        case .everyRound(let limit, _): ours <= limit
        }
    }

    func text(_ unit: String) -> String {
        switch self {
        case .faster(1): "level"
        case .faster(let times): "\(times.plain) ×"
        case .atMost(let limit): "≤ \(limit.plain) \(unit)"
        case .underPeer(let limit): "< peer, ≤ \(limit.plain) \(unit)"
        case .timesPeer(1): "≤ peer"
        case .timesPeer(let times): "≤ \(times.plain) × peer"
        case .everyRound(let limit, let share): "≤ \(limit.plain) \(unit), each ≤ \(share.plain) × peer"
        }
    }
}

/// The figures of the table, in its order.
enum FigureKind: String, CaseIterable, Sendable {
    case ingest, shuffled, longest, synced, depth, key, reads, readLongest, open, kill, killSmall, killLarge, memory
    case search, cyrillic, hangul, letters, comments, page, flag

    var name: String {
        switch self {
        case .ingest: "ingest in batches of 100"
        case .shuffled: "the same, ids shuffled, a fifth repeated"
        case .longest: "the longest single commit"
        case .synced: "100,000 deals, every batch synced"
        case .depth: "a window of 100 in the middle, by offset"
        case .key: "a window of 100 from a key"
        case .reads: "window reads during ingest, p99"
        case .readLongest: "the longest commit while somebody reads"
        case .open: "open and first window, clean close"
        case .kill: "open and first window, kill -9"
        case .killSmall: "the same, plain records of 1 KB"
        case .killLarge: "the same, plain records of 100 KB"
        case .memory: "memory: open and 1,000 windows"
        case .search: "title search over 100,000 posts, p95"
        case .cyrillic: "the same, Cyrillic words alone, p95"
        case .hangul: "search over 100,000 titles in Hangul, p95"
        case .letters: "titles by one and two letters (LIKE), p95"
        case .comments: "search over 100,000 comments, p95"
        case .page: "one 100-post page"
        case .flag: "one status flag, synced"
        }
    }

    var unit: String {
        switch self {
        case .ingest, .shuffled, .synced: "s"
        case .memory: "MB"
        default: "ms"
        }
    }

    var must: Must {
        switch self {
        case .ingest: .faster(10)
        case .shuffled: .faster(5)
        case .longest: .atMost(20)
        case .synced: .faster(3)
        case .depth: .faster(50)
        case .key: .faster(1)
        case .reads: .underPeer(atMost: 10)
        case .readLongest: .everyRound(atMost: 10, share: 0.25)
        case .open: .timesPeer(5)
        case .kill, .killSmall, .killLarge: .timesPeer(1)
        case .memory: .atMost(100)
        case .search, .cyrillic, .hangul, .letters, .comments: .faster(2)
        case .page: .atMost(5)
        case .flag: .atMost(2)
        }
    }
}

/// One figure: what each round gave, for each side.
struct Figure: Sendable {
    let kind: FigureKind
    /// One value for each round.
    var rounds: [PeerKind: [Double]] = [:]

    func value(_ peer: PeerKind) -> Double? {
        rounds[peer].flatMap { $0.isEmpty ? nil : $0.median }
    }

    /// The peer's figure divided by Lantern's.
    var ratio: Double? {
        guard let ours = value(.lantern), let peer = value(.grdb) else { return nil }
        return peer / ours
    }

    var isMet: Bool? {
        let isMet = value(.lantern).flatMap { kind.must.isMet(ours: $0, peer: value(.grdb)) }
        guard isMet == true, case .everyRound(_, let share) = kind.must else { return isMet }
        guard let ours = rounds[.lantern], let peers = rounds[.grdb], ours.count == peers.count else { return nil }
        return zip(ours, peers).allSatisfy { $0 <= share * $1 }
    }
}

extension Double {
    /// Three digits that mean something.
    var short: String {
        let digits = self == 0 ? 0 : max(0, 2 - Int(log10(abs(self)).rounded(.down)))
        return String(format: "%.\(min(digits, 6))f", self)
    }

    /// Without a fraction where there is none.
    var plain: String { self == rounded() ? String(Int(self)) : String(self) }
}
