import Core
import Database
import DemoServer
import Foundation
import Testing

/// Commands beside a program that has the store open for writing.
@Suite(.timeLimit(.minutes(5)))
struct BesideTests {
    @Test func whatOnlyReadsAndWhatMarksWorksBesideAWriter() async throws {
        try await ReaderFixture.runCalls { fixture in
            let feed = try await StoredFeed.of(.demo).copy(to: fixture.store)
            let writer = try await JSONStore.open(directory: fixture.store)
            let (first, second) = (feed.ids[0], feed.ids[2])
            let calls = [
                ["list", "--feed", "r/swift", "--offline"], ["saved"], ["search", "the"], ["settings", "get"],
                ["storage"], ["verify"], ["export", "\(fixture.directory)/archive"], ["show", first],
                ["save", second], ["sources"],
            ]
            for call in calls {
                let ended = try await fixture.call(.demo, call)
                #expect(ended.status == 0 && ended.errors.isEmpty, "\(call): \(ended.status) \(ended.errors)")
            }
            // What was left is done by the program that writes, and seen by all.
            let id = Post.ID(site: .demo, native: second)
            for try await item in posts(writer, id) where item?.status.isSaved == true { break }
            let listed = try await fixture.call(.demo, "list", "--feed", "r/swift", "--offline")
            #expect(try listed.items.prefix(3).map { $0["isRead"] as? Bool } == [true, false, false])
            #expect(try listed.items[2]["isSaved"] as? Bool == true)
            #expect(try await fixture.call(.demo, "saved").ids.first == second)

            let refused = try await fixture.call(.demo, "settings", "set", "theme", "dark")
            #expect(refused.status == 75 && refused.errors.contains(fixture.store))
            try await writer.close()
            #expect(try await fixture.call(.demo, "settings", "set", "theme", "dark").status == 0)
        }
    }

    @Test func whatWasLeftWhileTheWriterEndedIsSeenByTheNextCommand() async throws {
        try await ReaderFixture.runCalls { fixture in
            let feed = try await StoredFeed.of(.demo).copy(to: fixture.store)
            let reader = try await JSONStore.open(directory: fixture.store, access: .reading)
            _ = try await DatabasePostProvider(store: reader, owner: ReaderFixture.demoOwner).apply(
                .set(.saved(true), [Post.ID(site: .demo, native: feed.ids[2])]), at: Date())
            try await reader.close()
            #expect(try await fixture.call(.demo, "saved").ids.first == feed.ids[2])
        }
    }

    /// A collection as a newer version of the program has it.
    private struct NewerSetting: StoredRecord {
        let id: String

        static let schema = CollectionSchema<NewerSetting>(name: "settings", version: 99)
    }

    @Test func aStoreOfANewerVersionIsRefusedByWhatOnlyReadsToo() async throws {
        try await ReaderFixture.runCalls { fixture in
            let newer = try JSONStore(
                directory: fixture.store, collections: [AnyCollectionSchema(NewerSetting.schema)])
            try await newer.write { try $0.upsert(NewerSetting(id: "later"), in: NewerSetting.schema) }
            for isOpen in [true, false] {
                for call in [
                    ["list", "--offline"], ["saved"], ["settings", "get"], ["export", "\(fixture.directory)/a"],
                ] {
                    let refused = try await fixture.call(.demo, call)
                    #expect(refused.status == 78, "\(call), open: \(isOpen): \(refused.status) \(refused.errors)")
                    #expect(refused.output.isEmpty)
                }
                if isOpen { try await newer.close() }
            }
        }
    }

    private func posts(_ store: JSONStore, _ id: Post.ID) -> AsyncThrowingStream<FeedItem?, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    let provider = DatabasePostProvider(store: store, owner: ReaderFixture.demoOwner)
                    let changes = provider.changes()
                    continuation.yield(try await provider.items([id]).first)
                    for await _ in changes { continuation.yield(try await provider.items([id]).first) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
