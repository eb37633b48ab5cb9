import Core

extension CommunityPeople {
    /// Follows a person: their state now, and each change of it, newest only.
    ///
    /// What is stored comes first. The server is asked where that is not fresh, once when it begins and when somebody else
    /// looks.
    ///
    /// - Parameter user: The id of the person; `nil`, the default, for oneself.
    /// - Returns: A stream of its own for each call; it ends with its consumer.
    public func states(of user: String? = nil) -> AsyncStream<PersonState> {
        let (stream, continuation) = AsyncStream.makeStream(of: PersonState.self, bufferingPolicy: .bufferingNewest(1))
        let reads = reads(of: user)
        let task = Task {
            for await read in reads {
                switch read {
                case .success(let read): continuation.yield(read.state)
                case .failure(let error):
                    var state = PersonState()
                    state.error = error
                    continuation.yield(state)
                }
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    /// Follows the readings of a person, newest only.
    func reads(of user: String?) -> AsyncStream<Result<Read, DataError>> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Result<Read, DataError>.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task { [self] in
            // Who looks decides whose the values are, and which of them is the own one.
            var isOver = false
            while !isOver, !Task.isCancelled { isOver = await follow(user, continuation) }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    /// Tells readings until somebody else looks.
    ///
    /// - Returns: Whether it is over.
    private func follow(
        _ user: String?, _ continuation: AsyncStream<Result<Read, DataError>>.Continuation
    ) async -> Bool {
        do {
            try await prepare()
        } catch is CancellationError {
            return true
        } catch {
            continuation.yield(.failure(DataError(error)))
        }
        let own = ownID
        let isMe = user == nil || user == own
        let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        return await withTaskGroup(of: Void.self) { [profiles, donations, writing, sessions] group in
            group.addTask { for await _ in profiles.states(of: Self.me) { signal.yield() } }
            if !isMe, let user { group.addTask { for await _ in profiles.states(of: user) { signal.yield() } } }
            group.addTask { for await _ in donations.states(of: isMe ? Self.me : user ?? Self.me) { signal.yield() } }
            group.addTask { for await _ in writing.outbox.values { signal.yield() } }
            group.addTask { for await _ in sessions.accounts.values { signal.yield() } }
            defer { group.cancelAll() }
            for await _ in signals {
                guard ownID == own else { return false }
                guard own != nil else { continue }
                do {
                    continuation.yield(.success(try await read(user, .stored)))
                } catch is CancellationError {
                    return true
                } catch {
                    continuation.yield(.failure(DataError(error)))
                }
            }
            return true
        }
    }
}
