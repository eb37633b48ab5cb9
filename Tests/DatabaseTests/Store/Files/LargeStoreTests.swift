#if os(Linux)
    import Core
    import Foundation
    import Testing

    @testable import Database

    /// A store on the system's own disk that is larger than descriptors would last, had each file one.
    ///
    /// `STORE_LARGE_MB` makes it larger, with segments of the usual length: `Scripts/few-descriptors` writes and opens
    /// 2 GB in a process that may have 128.
    @Suite(.timeLimit(.minutes(20)))
    struct LargeStoreTests {
        private struct Blob: StoredRecord {
            let id: Int
            var text: String

            static let schema = CollectionSchema<Blob>(name: "blobs")
            static let length = 100_000

            init(_ id: Int) {
                self.id = id
                text = "\(id) ".padding(toLength: Self.length, withPad: "abcdefghij", startingAt: id % 10)
            }
        }

        private static let most = 32
        private let megabytes = ProcessInfo.processInfo.environment["STORE_LARGE_MB"].flatMap(Int.init)
        private let directory = TemporaryDirectory()

        private func open(_ access: StoreAccess = .writing) throws -> JSONStore {
            var limits = StoreLimits()
            if megabytes == nil { limits.segmentBytes = 256 << 10 }
            return try JSONStore(
                directory: directory.path, collections: [AnyCollectionSchema(Blob.schema)], access: access,
                files: LocalFileSystem(), time: SystemTimeProvider(), limits: limits)
        }

        /// The descriptors of this process that lead into the store.
        private func descriptors() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
                // One that was closed since the folder was read leads nowhere.
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
                return target?.hasPrefix(directory.path) == true
            }
        }

        private func fill(_ count: Int) async throws {
            let store = try open()
            for start in stride(from: 0, to: count, by: 10) {
                try await store.write { batch in
                    for id in start..<min(count, start + 10) { try batch.upsert(Blob(id), in: Blob.schema) }
                }
            }
            #expect(try descriptors() <= Self.most)
            try await store.close()
        }

        @Test func aLargeStoreOpensWithFewDescriptors() async throws {
            let count = (megabytes ?? 30) * 1_000_000 / Blob.length
            try await fill(count)
            for access in [StoreAccess.writing, .reading] {
                // The store before has its own until it is freed.
                while try descriptors() > 0 { await Task.yield() }
                try await readHereAndThere(count, access)
            }
        }

        private func readHereAndThere(_ count: Int, _ access: StoreAccess) async throws {
            let start = ContinuousClock.now
            let store = try open(access)
            print(
                "aLargeStoreOpensWithFewDescriptors: \(count) records opened for \(access) in \(ContinuousClock.now - start)"
            )
            #expect(try store.snapshot().count(of: Blob.schema) == count)
            #expect(store.damages.isEmpty && !store.needsUpkeep)
            var most = 0
            for number in 0..<500 {
                let id = number * 7_919 % count
                let blob = try store.snapshot().record(id, in: Blob.schema)
                #expect(blob?.text == Blob(id).text)
                most = max(most, try descriptors())
            }
            #expect(most <= Self.most)
            print("aLargeStoreOpensWithFewDescriptors: \(most) descriptors at most for \(access)")
            try await store.close()
        }
    }
#endif
