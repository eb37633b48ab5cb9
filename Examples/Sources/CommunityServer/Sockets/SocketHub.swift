import Foundation
import Synchronization

/// The connections of all clients of the socket, and what is said on them.
///
/// Nothing is done between two events: a poll is held by a continuation, and pings are due by sleeping tasks, which end
/// with their session. All sessions end with ``closeAll()``.
final class SocketHub: Sendable {
    /// The wakings to be done after the lock was left.
    typealias Wakes = [@Sendable () -> Void]

    struct State: Sendable {
        var sessions: [String: SocketSession] = [:]
        var lastPoll = 0
        /// Events that go out later.
        var late: [Int: Task<Void, Never>] = [:]
        /// Those who wait until clients have what was in line when they came.
        var watches: [Int: Watch] = [:]
        var lastNumber = 0
    }

    /// Somebody who waits until clients have what was in line.
    struct Watch: Sendable {
        /// The number of packets that a session must have received.
        var needs: [String: Int]
        let continuation: CheckedContinuation<Void, Never>
    }

    /// The greatest number of sessions at a time.
    static let greatestCount = 1_000
    /// The longest time that somebody waits for clients to have what was in line.
    static let longestWatch = Duration.seconds(5)

    let rules: CommunityServer.SocketRules
    let state = Mutex(State())

    init(rules: CommunityServer.SocketRules) {
        self.rules = rules
    }

    deinit {
        state.withLock { state in
            for session in state.sessions.values { session.cancelTimers() }
            for task in state.late.values { task.cancel() }
        }
    }

    // MARK: Sessions

    /// Opens a session.
    ///
    /// - Parameters:
    ///   - token: The access token of the handshake.
    ///   - count: The number of packets behind which it is dropped; nil for never.
    /// - Returns: Its id; nil where there are too many.
    func open(token: String?, droppingAfter count: Int?) -> String? {
        let id = UUID().uuidString.lowercased()
        let isOpen = state.withLock { state in
            guard state.sessions.count < Self.greatestCount else { return false }
            var session = SocketSession(token: token)
            if let count { session.drop(after: count) }
            session.heart = heart(of: id)
            session.patience = later(rules.joinLimit) { $0.close(id) { $0.namespaces.isEmpty } }
            state.sessions[id] = session
            return true
        }
        return isOpen ? id : nil
    }

    func isOpen(_ id: String) -> Bool {
        state.withLock { $0.sessions[id] != nil }
    }

    /// The token that came with the handshake of a session.
    func token(of id: String) -> String? {
        state.withLock { $0.sessions[id]?.token }
    }

    /// Has a session dropped behind so many more packets.
    func drop(_ id: String, after count: Int) {
        state.withLock { $0.sessions[id]?.drop(after: count) }
    }

    /// Ends a session where a condition holds; a held poll is told so.
    func close(_ id: String, where condition: (SocketSession) -> Bool = { _ in true }) {
        change { state in
            guard let session = state.sessions[id], condition(session) else { return [] }
            return Self.end(id, in: &state, telling: .packets([EnginePacket.goodbye]))
        }
    }

    /// Ends all sessions without a word, and forgets the events that were to come later.
    func closeAll() {
        change { state in
            for task in state.late.values { task.cancel() }
            state.late = [:]
            return state.sessions.keys.sorted().flatMap { Self.end($0, in: &state, telling: .broken) }
        }
    }

    /// Changes the state, and then wakes whoever is to be woken.
    func change(_ body: (inout State) -> Wakes) {
        for wake in state.withLock({ body(&$0) }) { wake() }
    }

    static func end(_ id: String, in state: inout State, telling outcome: SocketSession.Outcome) -> Wakes {
        guard let session = state.sessions.removeValue(forKey: id) else { return [] }
        session.cancelTimers()
        var wakes = settle(&state)
        if let held = session.held { wakes.append { held.continuation.resume(returning: outcome) } }
        return wakes
    }

    /// Wakes those who wait for clients that have everything now, or are gone.
    static func settle(_ state: inout State) -> Wakes {
        var wakes: Wakes = []
        for (number, watch) in state.watches {
            let needs = watch.needs.filter { id, count in state.sessions[id].map { $0.received < count } ?? false }
            if needs.isEmpty {
                state.watches[number] = nil
                wakes.append { watch.continuation.resume() }
            } else {
                state.watches[number]?.needs = needs
            }
        }
        return wakes
    }

    // MARK: Pings

    /// A ping when it is due, and the end where nobody answers it.
    private func heart(of id: String) -> Task<Void, Never> {
        later(rules.pingInterval) { [rules] hub in
            hub.change { state in
                guard state.sessions[id] != nil else { return [] }
                state.sessions[id]?.awaitsPong = true
                state.sessions[id]?.heart = hub.later(rules.pingTimeout) { $0.close(id) { $0.awaitsPong } }
                return hub.say(EnginePacket.ping, to: id, in: &state)
            }
        }
    }

    /// Takes a client's word that it is there.
    func notePong(_ id: String) {
        state.withLock { state in
            guard state.sessions[id]?.awaitsPong == true else { return }
            state.sessions[id]?.heart?.cancel()
            state.sessions[id]?.awaitsPong = false
            state.sessions[id]?.heart = heart(of: id)
        }
    }

    /// Does something after a time, where the hub is still there and the task was not cancelled.
    func later(_ time: Duration, _ body: @escaping @Sendable (SocketHub) -> Void) -> Task<Void, Never> {
        Task { [weak self] in
            do {
                try await Task.sleep(for: time)
            } catch {
                // Cancelled: there is nothing left to do.
                return
            }
            guard let self else { return }
            body(self)
        }
    }

    // MARK: What is said

    /// Puts a packet in line for a session, and answers its poll if one is held.
    func say(_ packet: String, to id: String, in state: inout State) -> Wakes {
        guard state.sessions[id] != nil else { return [] }
        guard state.sessions[id]?.add(packet) == true else {
            return Self.end(id, in: &state, telling: .packets([EnginePacket.goodbye]))
        }
        return answer(id, in: &state)
    }

    /// Answers a held poll where there is something to say.
    private func answer(_ id: String, in state: inout State) -> Wakes {
        guard let held = state.sessions[id]?.held, let outcome = state.sessions[id]?.next(upTo: rules.maxPayload) else {
            return []
        }
        if outcome == .broken { return Self.end(id, in: &state, telling: .broken) }
        state.sessions[id]?.held = nil
        return [{ held.continuation.resume(returning: outcome) }]
    }

    /// Says something to one session.
    func say(_ packet: String, to id: String) {
        change { say(packet, to: id, in: &$0) }
    }
}
