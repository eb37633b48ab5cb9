import Foundation

/// One connection of a client: what waits for its next poll, and the namespaces that it has joined.
struct SocketSession: Sendable {
    /// What a poll is answered with.
    enum Outcome: Sendable, Equatable {
        case packets([String])
        /// The connection ends without an answer.
        case broken
        case unknown
        /// A second poll came while one was held.
        case overlap
        case cancelled
    }

    /// A poll that is held until there is something to say.
    struct Held: Sendable {
        let number: Int
        let continuation: CheckedContinuation<Outcome, Never>
    }

    /// The greatest number of packets that wait.
    static let greatestCount = 1_000
    /// The greatest number of bytes that wait.
    static let greatestSize = 4 * 1_048_576
    /// The greatest number of packets of one answer: some clients take no more.
    static let greatestAnswer = 16

    /// The access token that came with the handshake.
    let token: String?
    var held: Held?
    /// The namespaces that were joined.
    var namespaces: Set<String> = []
    /// Whether a ping was not answered yet.
    var awaitsPong = false
    /// Pings, and ends the session when no pong comes.
    var heart: Task<Void, Never>?
    /// Ends the session when no namespace is joined in time.
    var patience: Task<Void, Never>?

    private var waiting: [String] = []
    private var waitingSize = 0
    /// The number of packets that were ever put in line.
    private(set) var queued = 0
    /// The number of those that polls were answered with.
    private var sent = 0
    /// The number of those that the client has: it came back for more.
    private(set) var received = 0
    /// The number of sent packets behind which the connection is dropped; nil for never.
    private var lastBeforeDrop: Int?

    init(token: String?) {
        self.token = token
    }

    /// Puts a packet in line.
    ///
    /// - Returns: Whether there was room for it; where there was none, the client is too slow to be kept.
    mutating func add(_ packet: String) -> Bool {
        guard waiting.count < Self.greatestCount, waitingSize + packet.utf8.count <= Self.greatestSize else {
            return false
        }
        waiting.append(packet)
        waitingSize += packet.utf8.count
        queued += 1
        return true
    }

    /// Notes that the client came back: it has what it was sent.
    mutating func noteReturn() {
        received = sent
    }

    /// Has the connection dropped behind so many more packets.
    mutating func drop(after count: Int) {
        lastBeforeDrop = sent + count
    }

    /// Takes the next answer out of the line; nil where there is nothing to say yet.
    mutating func next(upTo size: Int) -> Outcome? {
        var allowed = Self.greatestAnswer
        if let last = lastBeforeDrop {
            guard sent < last else { return .broken }
            allowed = min(allowed, last - sent)
        }
        guard !waiting.isEmpty else { return nil }
        var count = 0
        var bytes = 0
        for packet in waiting.prefix(allowed) {
            // A packet that is too large by itself is sent alone: clients do not have to keep to the limit when they read.
            if count > 0, bytes + 1 + packet.utf8.count > size { break }
            bytes += packet.utf8.count + 1
            count += 1
        }
        let packets = Array(waiting.prefix(count))
        waiting.removeFirst(count)
        waitingSize -= packets.reduce(0) { $0 + $1.utf8.count }
        sent += count
        return .packets(packets)
    }

    /// Ends what would wake the session later.
    func cancelTimers() {
        heart?.cancel()
        patience?.cancel()
    }
}
