package import Core
import Foundation
import Synchronization

/// The contract of ``Core/OfflineResourceProvider``: every rule of the protocol as a check.
///
/// One test for each rule, each time with a provider that has nothing stored.
package struct OfflineResourceProviderContract: ProviderContract {
    final class Probe: ContractProbe {
        let log: ContractLog
        let provider: any OfflineResourceProvider
        let start = Date(timeIntervalSince1970: 1_700_000_000)

        init(_ provider: any OfflineResourceProvider, log: ContractLog) {
            self.provider = provider
            self.log = log
        }

        func id(_ key: String, _ name: String = "room", owner: MarkOwner? = nil) -> ResourceID {
            ResourceID(name, owner: owner, key: "\"\(key)\"")
        }

        /// An answer to a request that began at a commit, some seconds after the start.
        func arrival(
            _ id: ResourceID, _ value: String?, at seconds: Double = 0, asOf commit: UInt64? = nil, version: Int = 1
        ) -> ResourceArrival {
            ResourceArrival(
                id, version: version, value: value, date: start + seconds,
                moment: ReadMoment(commit: commit ?? provider.commitNumber()))
        }

        /// Logs a failure unless the value of an id is as expected.
        func expect(_ id: ResourceID, hasValue value: String?, _ what: String) async throws {
            expect(try await provider.resource(id)?.value, equals: value, what)
        }
    }

    fileprivate let makeProvider: @Sendable () async throws -> any OfflineResourceProvider

    /// Creates the suite for an implementation.
    ///
    /// - Parameter makeProvider: Makes a provider with nothing stored; called once for each check.
    package init(makeProvider: @escaping @Sendable () async throws -> any OfflineResourceProvider) {
        self.makeProvider = makeProvider
    }
}

extension ContractCheck where Contract == OfflineResourceProviderContract {
    init(_ name: String, _ body: @escaping @Sendable (OfflineResourceProviderContract.Probe) async throws -> Void) {
        self.init(
            name,
            probe: { contract, log in
                .init(try await contract.makeProvider(), log: log)
            }, body)
    }
}

extension OfflineResourceProviderContract {
    /// All rules.
    package static let checks: [Check] = [
        Check("A value is stored as it came, for its key and its owner alone") { probe in
            let ann = MarkOwner.account(AccountKey(site: .demo, name: "an|n%"))
            let (shared, own) = (probe.id("a|b"), probe.id("a|b", owner: ann))
            let text = #"{"id":18446744073709551615,"name":"é"}"#
            _ = try await probe.provider.store(probe.arrival(shared, text, at: 3))
            let stored = try await probe.provider.store(probe.arrival(own, "7"))
            probe.expect(stored?.value, equals: "7", "what the call returns")
            try await probe.expect(shared, hasValue: text, "the value of everybody")
            try await probe.expect(own, hasValue: "7", "the value of an account")
            try await probe.expect(probe.id("a|b", owner: .nobody), hasValue: nil, "the value of nobody")
            try await probe.expect(probe.id("a|b", "rooms"), hasValue: nil, "the value of another resource")
            let record = try await probe.provider.resource(shared)
            probe.expect(record?.fetched, equals: probe.start + 3, "the date")
            probe.expect(ResourceID(own.description), equals: own, "the id, read back")
        },
        Check("An answer to an older request never takes the place of a newer one") { probe in
            let id = probe.id("a")
            _ = try await probe.provider.store(probe.arrival(probe.id("b"), "0"))
            let old = probe.provider.commitNumber()
            _ = try await probe.provider.store(probe.arrival(probe.id("c"), "0"))
            _ = try await probe.provider.store(probe.arrival(id, "2", at: 2))
            let stored = try await probe.provider.store(probe.arrival(id, "1", at: 1, asOf: old))
            probe.expect(stored?.value, equals: "2", "what the call returns")
            try await probe.expect(id, hasValue: "2", "the value")
        },
        Check("What is unchanged gets the date of the question; what is not there is not made by it") { probe in
            let id = probe.id("a")
            probe.expect(
                try await probe.provider.store(probe.arrival(id, nil)) == nil, equals: true, "unchanged nothing")
            _ = try await probe.provider.store(probe.arrival(id, "1"))
            _ = try await probe.provider.store(probe.arrival(id, nil, at: 60))
            let record = try await probe.provider.resource(id)
            probe.expect(record?.fetched, equals: probe.start + 60, "the date")
            probe.expect(record?.value, equals: "1", "the value")
        },
        Check("What is not wanted any more is not stored") { probe in
            var arrival = probe.arrival(probe.id("a"), "1")
            arrival.isWanted = { false }
            probe.expect(try await probe.provider.store(arrival) == nil, equals: true, "what the call returns")
            try await probe.expect(probe.id("a"), hasValue: nil, "the value")
        },
        Check("The oldest values of the resource go first, and what is kept stays") { probe in
            for (offset, key) in ["a", "b", "c", "d"].enumerated() {
                _ = try await probe.provider.store(probe.arrival(probe.id(key), key, at: Double(offset)))
            }
            _ = try await probe.provider.store(probe.arrival(probe.id("a", "other"), "o"))
            var arrival = probe.arrival(probe.id("e"), "e", at: 9)
            (arrival.maximumCount, arrival.keeping) = (3, [probe.id("a")])
            _ = try await probe.provider.store(arrival)
            for (key, isThere) in [("a", true), ("b", false), ("c", false), ("d", true), ("e", true)] {
                try await probe.expect(probe.id(key), hasValue: isThere ? key : nil, key)
            }
            try await probe.expect(probe.id("a", "other"), hasValue: "o", "another resource")
            arrival = probe.arrival(probe.id("f"), "f", at: 10)
            (arrival.oldest, arrival.keeping) = (probe.start + 9, [])
            _ = try await probe.provider.store(arrival)
            for (key, isThere) in [("a", false), ("d", false), ("e", true), ("f", true)] {
                try await probe.expect(probe.id(key), hasValue: isThere ? key : nil, "by age: \(key)")
            }
        },
        Check("Values are cleared one by one, by resource and by owner") { probe in
            let ann = MarkOwner.account(AccountKey(site: .demo, name: "1"))
            let anna = MarkOwner.account(AccountKey(site: .demo, name: "12"))
            let ids = [
                probe.id("a"), probe.id("b"), probe.id("a", owner: ann), probe.id("a", owner: anna),
                probe.id("a", "other", owner: ann), probe.id("a", "room2"),
            ]
            for id in ids { _ = try await probe.provider.store(probe.arrival(id, "1")) }
            func left() async throws -> [Bool] {
                var left: [Bool] = []
                for id in ids { left.append(try await probe.provider.resource(id) != nil) }
                return left
            }
            try await probe.provider.clear(.one(ids[0]))
            probe.expect(try await left(), equals: [false, true, true, true, true, true], "one")
            try await probe.provider.clear(.owner(ann))
            probe.expect(try await left(), equals: [false, true, false, true, false, true], "an owner's")
            try await probe.provider.clear(.all("room"))
            probe.expect(try await left(), equals: [false, false, false, false, false, true], "a resource's")
        },
        Check("Each change is announced once it is stored") { probe in
            var changes = probe.provider.changes().makeAsyncIterator()
            let id = probe.id("a")
            _ = try await probe.provider.store(probe.arrival(id, "1"))
            probe.expect(await changes.next(), equals: [id], "a stored value")
            try await probe.provider.clear(.one(id))
            probe.expect(await changes.next(), equals: [id], "a cleared value")
        },
    ]
}
