import Synchronization

extension DefaultResourceProvider {
    public func states(of key: Key) -> AsyncStream<ResourceState<Value>> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ResourceState<Value>.self, bufferingPolicy: .bufferingNewest(1))
        // Asked for here and not in the task, so that what changes from now on is seen.
        let shown = state.withLock { state in
            var followed = state.followed[key] ?? Followed(shown: ObservableValue(nil))
            followed.count += 1
            state.followed[key] = followed
            if state.pumps.isEmpty { state.pumps = pumps() }
            return followed.shown
        }
        let asking = Task { [weak self] in
            await self?.publish(key)
            await self?.ask(for: key)
        }
        let telling = Task {
            for await state in shown.values {
                if let state { continuation.yield(state) }
            }
            continuation.finish()
        }
        // It keeps the provider, so that whoever follows need not.
        continuation.onTermination = { [self] _ in
            asking.cancel()
            telling.cancel()
            state.withLock { state in
                state.followed[key]?.count -= 1
                if state.followed[key]?.count == 0 { state.followed[key] = nil }
            }
        }
        return stream
    }

    /// Asks for a value that is not fresh; what goes wrong is in the state.
    private func ask(for key: Key) async {
        do {
            _ = try await get(key)
        } catch is CancellationError {
            return
        } catch {
            await publish(key)
        }
    }

    /// Reads what is shown of a key anew, for those who follow it.
    ///
    /// What is called for while it reads is read once more.
    func publish(_ key: Key) async {
        let shown = state.withLock { state -> ObservableValue<ResourceState<Value>?>? in
            guard let followed = state.followed[key] else { return nil }
            state.followed[key]?.isDirty = true
            if followed.isPublishing { return nil }
            state.followed[key]?.isPublishing = true
            return followed.shown
        }
        guard let shown else { return }
        while isToBeRead(key, for: shown) {
            do {
                shown.set(try await read(place(of: key), tellsNetwork: true))
            } catch is CancellationError {
                // Nobody waits for it here; whoever follows is told by the next change.
            } catch {
                let error = DataError(error)
                shown.update { state in
                    var next = state ?? ResourceState()
                    next.error = error
                    state = next
                }
            }
        }
    }

    /// Whether something has changed since a followed value was last read; ends its publishing where nothing has.
    private func isToBeRead(_ key: Key, for shown: ObservableValue<ResourceState<Value>?>) -> Bool {
        state.withLock { state in
            guard let followed = state.followed[key], followed.shown === shown else { return false }
            state.followed[key]?.isDirty = false
            if !followed.isDirty { state.followed[key]?.isPublishing = false }
            return followed.isDirty
        }
    }

    /// The tasks that follow the store, the outbox and who looks, while the provider is there.
    private func pumps() -> [Task<Void, Never>] {
        var pumps: [Task<Void, Never>] = []
        let changes = store.changes()
        pumps.append(
            Task { [weak self] in
                for await ids in changes { await self?.publish(changed: ids) }
            })
        if let writing, !resource.changes.isEmpty {
            let items = writing.outbox.values
            pumps.append(
                Task { [weak self] in
                    for await _ in items { await self?.publish(changed: nil) }
                })
        }
        if resource.viewer != nil, viewers.canChange {
            let switches = viewers.changes
            pumps.append(
                Task { [weak self] in
                    for await _ in switches { await self?.publishForOthers() }
                })
        }
        return pumps
    }

    private func publish(changed ids: Set<ResourceID>?) async {
        for key in state.withLock({ Array($0.followed.keys) }) {
            if let ids {
                do {
                    guard ids.contains(try id(of: place(of: key))) else { continue }
                } catch {
                    // A key without an id has nothing stored that could change.
                    continue
                }
            }
            await publish(key)
        }
    }

    /// Shows what belongs to whoever looks now, and asks for it.
    private func publishForOthers() async {
        for key in state.withLock({ Array($0.followed.keys) }) {
            await publish(key)
            Task { await self.ask(for: key) }
        }
    }
}
