import Core
import Database
import DemoServer
import Foundation
import Testing

/// `reader verify`: everything that is stored is read, and what is damaged is named.
@Suite(.timeLimit(.minutes(5)))
struct VerifyTests {
    private func damages(of call: ReaderProcess) throws -> [[String: Any]] {
        let json = try call.json
        #expect(Set(json.keys) == ["damages"])
        return try #require(json["damages"] as? [[String: Any]])
    }

    @Test func aWholeStoreIsSaidToBeWholeAndNothingIsChanged() async throws {
        try await ReaderFixture.runCalls { fixture in
            _ = try await StoredFeed.of(.demo).copy(to: fixture.store)
            let before = try Data(contentsOf: URL(filePath: fixture.journal))
            let found = try await fixture.call(.demo, "verify")
            #expect(found.status == 0 && found.errors.isEmpty, "\(found.errors)")
            #expect(try damages(of: found).isEmpty)
            let text = try await fixture.call(.demo, "verify", format: "text")
            #expect(text.status == 0 && text.output == "Nothing that is stored is damaged.\n")
            #expect(try Data(contentsOf: URL(filePath: fixture.journal)) == before)
            #expect(fixture.server.requests.isEmpty)
        }
    }

    @Test(arguments: [true, false]) func damageIsNamedAndLeftForWhatWrites(keepsIndexes: Bool) async throws {
        try await ReaderFixture.runCalls { fixture in
            let feed = try await StoredFeed.of(.demo).copy(to: fixture.store)
            let journal = URL(filePath: fixture.journal)
            var bytes = try Data(contentsOf: journal)
            // In the batch that saved a post.
            let place = try #require(bytes.range(of: Data(#"{"put":"marks""#.utf8))).lowerBound + 30
            bytes[place] ^= 1
            try bytes.write(to: journal)
            // Without it opening reads the whole journal, and finds the damage before the command begins; a store that
            // has none does so anyway.
            if !keepsIndexes { try? FileManager.default.removeItem(atPath: "\(fixture.store)/manifest") }

            for _ in 0..<2 {
                let found = try await fixture.call(.demo, "verify")
                #expect(found.status == 65)
                let listed = try damages(of: found)
                #expect(listed.count == 1)
                let damage = try #require(listed.first)
                #expect(damage["path"] as? String == fixture.journal && damage["asidePath"] is NSNull)
                #expect((damage["salvagedBatches"] as? Int ?? 0) > 0 && (damage["lostBytes"] as? Int ?? 0) > 0)
                #expect(found.errors.contains("'\(fixture.journal)' is damaged."), "\(found.errors)")
                #expect(try Data(contentsOf: journal) == bytes)
            }
            // What writes sets it aside, once.
            let mending = try await fixture.call(.demo, "read", feed.ids[0])
            if mending.status == 0 {
                // It went by the indexes and met no damage; nothing is set aside for that.
                #expect(keepsIndexes)
            } else {
                #expect(mending.status == 65 && mending.errors.contains("The next run goes on"), "\(mending.errors)")
                let asides = try FileManager.default.contentsOfDirectory(atPath: fixture.store).filter {
                    $0.hasPrefix("damaged-")
                }
                #expect(try asides.map { try Data(contentsOf: URL(filePath: "\(fixture.store)/\($0)")) } == [bytes])
                let again = try await fixture.call(.demo, "verify")
                #expect(again.status == 0 && again.errors.isEmpty, "\(again.errors)")
                #expect(try damages(of: again).isEmpty)
            }
            #expect(try await fixture.call(.demo, "list", "--feed", "r/swift", "--offline").ids == feed.ids)
        }
    }

    @Test func forPeopleTheDamageIsOnStandardErrorAlone() async throws {
        try await ReaderFixture.runCalls { fixture in
            _ = try await StoredFeed.of(.demo).copy(to: fixture.store)
            var bytes = try Data(contentsOf: URL(filePath: fixture.journal))
            bytes[bytes.count / 2] ^= 1
            try bytes.write(to: URL(filePath: fixture.journal))
            let found = try await fixture.call(.demo, "verify", format: "text")
            #expect(found.status == 65 && found.output.isEmpty)
            #expect(found.errors.contains("'\(fixture.journal)' is damaged."), "\(found.errors)")
        }
    }

    /// A post as no server names one.
    private struct RawPost: StoredRecord {
        let id: String

        static let schema = CollectionSchema<RawPost>(name: "posts")
    }

    @Test func aRecordThatDoesNotFitIsNamedEachTimeAndIsNoDamage() async throws {
        try await ReaderFixture.runCalls { fixture in
            _ = try await StoredFeed.of(.demo).copy(to: fixture.store)
            let store = try JSONStore(directory: fixture.store, collections: [AnyCollectionSchema(RawPost.schema)])
            try await store.write(.synced) { transaction in
                try transaction.upsert(RawPost(id: "demo/"), in: RawPost.schema)
            }
            try await store.close()
            for _ in 0..<2 {
                let found = try await fixture.call(.demo, "verify")
                #expect(found.status == 0)
                #expect(found.errors.contains("\"demo/\" of 'posts'"), "\(found.errors)")
                #expect(try damages(of: found).isEmpty)
            }
            let ukrainian = try await fixture.call(
                .demo, ["verify"], format: "text", environment: ["LANG": "uk_UA.UTF-8"])
            #expect(ukrainian.output == "Усе, що збережено на пристрої, ціле.\n")
            #expect(ukrainian.errors.contains("Запис не підходить") && ukrainian.errors.contains("'posts' \"demo/\""))
        }
    }
}
