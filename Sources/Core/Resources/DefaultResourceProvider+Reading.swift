import Foundation
import Synchronization

extension DefaultResourceProvider {
    /// The greatest number of decoded values that are held.
    private static var heldCount: Int { 64 }

    /// What is stored of a value, as far as this version can read it.
    private struct Found {
        let record: StoredResource?
        /// The value; `nil` where there is none, or it cannot be read.
        let value: Value?
        let isHeld: Bool
        /// The text that cannot be read.
        let unreadable: String?
    }

    // MARK: - The store

    private func find(_ place: Place) async throws -> Found {
        let record = try await store.resource(try id(of: place))
        guard let record, let text = record.value else {
            return Found(record: record, value: nil, isHeld: false, unreadable: nil)
        }
        let held = state.withLock { state -> Value? in
            guard let held = state.decoded[place], held.text == text else { return nil }
            state.lastUse += 1
            state.decoded[place]?.used = state.lastUse
            return held.value
        }
        if let held { return Found(record: record, value: held, isHeld: true, unreadable: nil) }
        guard record.version <= resource.version else {
            return Found(record: record, value: nil, isHeld: false, unreadable: text)
        }
        do {
            // In an array, for a value that is no object or array itself.
            let value = try JSONDecoder().decode([Value].self, from: Data("[\(text)]".utf8))[0]
            hold(value, text, at: place)
            return Found(record: record, value: value, isHeld: false, unreadable: nil)
        } catch {
            // It is kept aside by the commit that stores the next answer; until then there is no value.
            return Found(record: record, value: nil, isHeld: false, unreadable: text)
        }
    }

    private func hold(_ value: Value, _ text: String, at place: Place) {
        state.withLock { state in
            state.lastUse += 1
            state.decoded[place] = (text, value, state.lastUse)
            guard state.decoded.count > Self.heldCount,
                let oldest = state.decoded.min(by: { $0.value.used < $1.value.used })?.key
            else { return }
            state.decoded[oldest] = nil
        }
    }

    // MARK: - What is shown

    /// Reads what is to be shown of a value.
    ///
    /// - Parameters:
    ///   - place: The key and the owner.
    ///   - tellsNetwork: Whether a value that this process fetched last is said to come from the network.
    /// - Returns: The state.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func read(_ place: Place, tellsNetwork: Bool = false) async throws -> ResourceState<Value> {
        // Before the record: what leaves the outbox is in the record by then, so that nothing vanishes between the two.
        let pending = try pending(at: place)
        let found = try await find(place)
        var shown = try shown(found, with: pending, at: place)
        if tellsNetwork, shown.origin != nil, state.withLock({ $0.fetched[place] }) == found.record?.asOf {
            shown.origin = .network
        }
        return shown
    }

    /// The intents that are not sent, in their order; failed ones are not shown.
    private func pending(at place: Place) throws -> [OutboxItem] {
        guard let writing, !resource.changes.isEmpty else { return [] }
        let id = try id(of: place).description
        return writing.outbox.value.items.filter { item in
            item.target?.kind == .resource && item.target?.native == id && item.state != .failed && item.isKnown
                && resource.changes[item.kind] != nil
        }
    }

    private func shown(_ found: Found, with pending: [OutboxItem], at place: Place) throws -> ResourceState<Value> {
        var shown = ResourceState<Value>()
        shown.value = found.value
        for change in found.record?.acknowledged ?? [] {
            apply(change.payload, OutboxItem.Kind(rawValue: change.kind), to: &shown.value)
        }
        shown.confirmed = shown.value
        for item in pending {
            guard let payload = item.payload else { continue }
            apply(payload, item.kind, to: &shown.value)
        }
        shown.isPending = !pending.isEmpty
        (shown.error, shown.isRefreshing) = state.withLock { state in
            (state.errors[place], state.refreshing[place] != nil)
        }
        guard found.value != nil, let record = found.record else { return shown }
        shown.fetched = record.fetched
        shown.isStale = isStale(record)
        shown.origin = found.isHeld ? .memory : .database
        return shown
    }

    private func apply(_ payload: RawJSON, _ kind: OutboxItem.Kind, to value: inout Value?) {
        do {
            try resource.changes[kind]?(payload, &value)
        } catch {
            // An intent of another version's form: it is in the outbox, which says so.
        }
    }

    private func isStale(_ record: StoredResource) -> Bool {
        switch resource.freshness {
        case .always: return false
        case .never, .revision: return true
        case .age(let limit):
            guard let fetched = record.fetched else { return true }
            let age = time.now.timeIntervalSince(fetched)
            return age < 0 || age >= limit / .seconds(1)
        }
    }

    // MARK: - The network

    /// Asks the server for a value, or joins who asks already.
    func fetch(_ place: Place) async throws -> ResourceState<Value> {
        let flight = state.withLock { Flight(place: place, epoch: $0.epochs[place, default: 0] + $0.epoch) }
        do {
            return try await translated {
                try await flights.value(for: flight) { _ in try await self.ask(flight) }
            }
        } catch let error as DataError where error.underlying is SomebodyElseLooks {
            return try await fetch(self.place(of: place.key))
        }
    }

    private func ask(_ flight: Flight) async throws -> ResourceState<Value> {
        let place = flight.place
        let order = state.withLock { state in
            state.refreshing[place, default: 0] += 1
            state.lastOrder += 1
            return state.lastOrder
        }
        await publish(place.key)
        let result: Result<Void, any Error>
        do {
            try await ask(flight, order)
            result = .success(())
        } catch {
            result = .failure(error)
        }
        state.withLock { state in
            let left = (state.refreshing[place] ?? 1) - 1
            state.refreshing[place] = left > 0 ? left : nil
            switch result {
            case .success: state.errors[place] = nil
            case .failure(let error) where error.isCancellation: break
            case .failure(let error):
                let error = DataError(error)
                // Nothing is wrong with what was cleared.
                if error.code != .superseded { state.errors[place] = error }
            }
        }
        await publish(place.key)
        try result.get()
        return try await read(place, tellsNetwork: true)
    }

    private func ask(_ flight: Flight, _ order: Int) async throws {
        let place = flight.place
        let moment = ReadMoment(commit: store.commitNumber(), begun: time.moment(in: boot))
        let date = time.now
        let found = try await find(place)
        let asksForAll = found.value == nil || resource.freshness == .never
        var request = ResourceRequest(
            place.key, sender: sender(for: place), revision: asksForAll ? nil : found.record?.revision)
        request.commit = moment.commit
        let answer = try await normalizingCancellation { [request] in try await resource.fetch(request) }
        try Task.checkCancellation()
        if place.owner != nil, request.sender == .current, self.place(of: place.key) != place {
            throw DataError(.superseded, underlying: SomebodyElseLooks())
        }
        var arrival: ResourceArrival
        switch answer {
        case .value(let value, let revision):
            let text = try Self.text(of: value)
            hold(value, text, at: place)
            arrival = ResourceArrival(
                try id(of: place), version: resource.version, value: text, revision: revision, date: date,
                moment: moment)
        case .unchanged:
            guard request.revision != nil else { throw DataError(.malformed) }
            arrival = ResourceArrival(
                try id(of: place), version: resource.version, value: nil, date: date, moment: moment)
        }
        arrival.unreadable = found.unreadable
        arrival.oldest = resource.retention.maximumAge.map { date - $0 / .seconds(1) }
        arrival.maximumCount = resource.retention.maximumCount
        arrival.keeping = try kept()
        arrival.isWanted = { [self] in
            // Whose account was left meanwhile has no values here any more.
            guard place.owner?.account.map(viewers.isHere) ?? true else { return false }
            return state.withLock { state in
                flight.epoch == state.epochs[place, default: 0] + state.epoch && order > state.landed[place, default: 0]
            }
        }
        guard let stored = try await store.store(arrival) else { throw DataError(.superseded) }
        state.withLock { state in
            state.landed[place] = max(order, state.landed[place, default: 0])
            state.fetched[place] = stored.asOf
        }
    }

    /// The account that a value is asked for.
    private func sender(for place: Place) -> RequestSender {
        switch place.owner {
        case nil: return .current
        case .account(let account):
            // Only one that the server has not named yet has such a name, and it is the one in use.
            return account.name?.hasPrefix(CurrentViewers.unknownAccount) ?? false ? .current : .account(account)
        case .nobody:
            // The first request reads the accounts. Where somebody is signed in, its answer is dropped.
            let isUnread = resource.viewer.map { viewers.isUnread($0(place.key)) } ?? false
            return isUnread ? .current : .nobody
        }
    }

    /// The values that are not evicted: what is followed, and what something unsent changes.
    func kept() throws -> Set<ResourceID> {
        var ids = try Set(state.withLock { Array($0.followed.keys) }.map { try id(of: place(of: $0)) })
        guard let writing, !resource.changes.isEmpty else { return ids }
        for item in writing.outbox.value.items where item.target?.kind == .resource {
            if let id = item.target.flatMap({ ResourceID($0.native) }), id.name == resource.name { ids.insert(id) }
        }
        return ids
    }
}
