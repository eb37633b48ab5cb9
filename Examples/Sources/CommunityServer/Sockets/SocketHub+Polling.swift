import Foundation
import Synchronization

/// Polls, and those who wait until clients have come back with one.
extension SocketHub {
    /// Waits for what a session has to say.
    ///
    /// A second poll of a session ends it, as the protocol says.
    func poll(_ id: String) async -> SocketSession.Outcome {
        let number = state.withLock { state in
            state.lastPoll += 1
            return state.lastPoll
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                change { hold(SocketSession.Held(number: number, continuation: continuation), for: id, in: &$0) }
            }
        } onCancel: {
            change { state in
                guard let held = state.sessions[id]?.held, held.number == number else { return [] }
                state.sessions[id]?.held = nil
                return [{ held.continuation.resume(returning: .cancelled) }]
            }
        }
    }

    private func hold(_ poll: SocketSession.Held, for id: String, in state: inout State) -> Wakes {
        func answered(_ outcome: SocketSession.Outcome) -> Wakes {
            [{ poll.continuation.resume(returning: outcome) }]
        }
        // Cancelled before it was held: nobody would wake it.
        if Task.isCancelled { return answered(.cancelled) }
        guard let session = state.sessions[id] else { return answered(.unknown) }
        guard session.held == nil else {
            return Self.end(id, in: &state, telling: .packets([EnginePacket.goodbye])) + answered(.overlap)
        }
        state.sessions[id]?.noteReturn()
        let wakes = Self.settle(&state)
        guard let outcome = state.sessions[id]?.next(upTo: rules.maxPayload) else {
            state.sessions[id]?.held = poll
            return wakes
        }
        if outcome == .broken { return wakes + Self.end(id, in: &state, telling: .broken) + answered(.broken) }
        return wakes + answered(outcome)
    }

    /// Returns when every client has what is in line for it now, is gone, or took longer than five seconds.
    func allHaveWhatWasSaid() async {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let limit = later(Self.longestWatch) { $0.endWatch(number) }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                change { state in
                    if Task.isCancelled { return [{ continuation.resume() }] }
                    state.watches[number] = Watch(
                        needs: state.sessions.mapValues(\.queued), continuation: continuation)
                    return Self.settle(&state)
                }
            }
        } onCancel: {
            endWatch(number)
        }
        limit.cancel()
    }

    private func endWatch(_ number: Int) {
        change { state in
            guard let watch = state.watches.removeValue(forKey: number) else { return [] }
            return [{ watch.continuation.resume() }]
        }
    }
}

/// Namespaces, and the messages of their rooms.
extension SocketHub {
    /// The beginning of the namespace of a room, which its id follows.
    static let roomPrefix = "/chats-"

    /// Lets a session into a namespace and tells it so; one that is in it already stays so.
    func join(_ namespace: String, _ id: String) {
        change { state in
            guard state.sessions[id]?.namespaces.insert(namespace).inserted == true else { return [] }
            state.sessions[id]?.patience?.cancel()
            let json = #"{"sid":"\#(UUID().uuidString.lowercased())"}"#
            return say(SocketPacket.text("0", namespace, json), to: id, in: &state)
        }
    }

    /// Takes a session out of a namespace.
    func leave(_ namespace: String, _ id: String) {
        state.withLock { _ = $0.sessions[id]?.namespaces.remove(namespace) }
    }

    /// Tells all that are in a room of a message, now or when its fault says.
    func publish(_ message: StoredMessage) {
        let namespace = Self.roomPrefix + message.room
        let packet = SocketPacket.text("2", namespace, #"["chat",\#(String(decoding: message.event, as: UTF8.self))]"#)
        guard case .late(let time) = message.manner else {
            publish(packet, to: namespace, times: message.manner == .twice ? 2 : 1)
            return
        }
        state.withLock { state in
            state.lastNumber += 1
            let number = state.lastNumber
            state.late[number] = later(time) { hub in
                hub.state.withLock { $0.late[number] = nil }
                hub.publish(packet, to: namespace, times: 1)
            }
        }
    }

    private func publish(_ packet: String, to namespace: String, times: Int) {
        change { state in
            let members = state.sessions.filter { $0.value.namespaces.contains(namespace) }.keys.sorted()
            return members.flatMap { id in
                (0..<times).flatMap { _ in say(packet, to: id, in: &state) }
            }
        }
    }
}
