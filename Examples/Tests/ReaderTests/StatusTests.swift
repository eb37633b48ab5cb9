import Core
import Database
import Foundation
import Testing

/// Marks of posts, from process to process.
@Suite(.timeLimit(.minutes(5)))
struct StatusTests {
    @Test func statusesArePrintedAndKept() async throws {
        try await ReaderFixture.run { fixture in
            let ids = try await fixture.reader("list", "--feed", "r/swift").ids
            let cases = [
                ("save", "unsave", "isSaved"), ("read", "unread", "isRead"),
                ("favourite", "unfavourite", "isFavourite"),
            ]
            for (command, opposite, key) in cases {
                let changed = try await fixture.reader(command, ids[0], "t3_nobody", ids[1])
                #expect(changed.status == 0)
                #expect(try changed.json["changed"] as? [String] == [ids[0], ids[1]])
                #expect(try changed.json["unknown"] as? [String] == ["t3_nobody"])
                // Again: every known id is listed, whether or not the value differed.
                #expect(try await fixture.reader(command, ids[0]).json["changed"] as? [String] == [ids[0]])
                let items = try await fixture.reader("list", "--feed", "r/swift", "--offline").items
                #expect(
                    items.filter { $0[key] as? Bool == true }.compactMap { $0["id"] as? String } == [ids[0], ids[1]])
                _ = try await fixture.reader(opposite, ids[0])
                let after = try await fixture.reader("list", "--feed", "r/swift", "--offline").items
                #expect(after.first?[key] as? Bool == false)
            }
        }
    }

    @Test func aRefreshTouchesNoStatus() async throws {
        try await ReaderFixture.run { fixture in
            let ids = try await fixture.reader("list", "--feed", "r/swift").ids
            _ = try await fixture.reader("save", ids[0])
            _ = try await fixture.reader("hide", ids[1])
            let refreshed = try await fixture.reader("list", "--feed", "r/swift")
            #expect(try refreshed.items.first?["isSaved"] as? Bool == true)
            #expect(try !refreshed.ids.contains(ids[1]))
            _ = try await fixture.reader("unhide", ids[1])
            #expect(try await fixture.reader("list", "--feed", "r/swift", "--offline").ids == ids)
        }
    }

    @Test func undoTakesTheLastDismissalBackWhicheverProcessGaveIt() async throws {
        try await ReaderFixture.run { fixture in
            let ids = try await fixture.reader("list", "--feed", "r/swift").ids
            _ = try await fixture.reader("dismiss", ids[3])
            _ = try await fixture.reader("dismiss", "--all", "--feed", "r/swift")
            let undone = try await fixture.reader("undo")
            #expect(undone.status == 0)
            #expect(Set(try #require(try undone.json["restored"] as? [String])) == Set(ids).subtracting([ids[3]]))
            #expect(
                try await fixture.reader("list", "--feed", "r/swift", "--offline").ids == ids.filter { $0 != ids[3] })
            #expect(try await fixture.reader("undo").json["restored"] as? [String] == [ids[3]])
            #expect(try await fixture.reader("list", "--feed", "r/swift", "--offline").ids == ids)
            let nothing = try await fixture.reader("undo")
            #expect(nothing.status == 0)
            #expect(try nothing.json["restored"] as? [String] == [])
        }
    }

    @Test func showShowsAPostAndMarksItAsRead() async throws {
        try await ReaderFixture.run { fixture in
            let ids = try await fixture.reader("list", "--feed", "r/swift").ids
            let shown = try await fixture.reader("show", ids[0])
            #expect(shown.status == 0)
            let item = try #require(try shown.json["item"] as? [String: Any])
            #expect(item["id"] as? String == ids[0])
            #expect(item["isRead"] as? Bool == true)
            #expect(try shown.json["error"] is NSNull)
            let items = try await fixture.reader("list", "--feed", "r/swift", "--offline").items
            #expect(items.map { $0["isRead"] as? Bool } == [true] + Array(repeating: false, count: items.count - 1))
        }
    }

    @Test(arguments: ["show", "save", "unsave", "read", "unread", "favourite", "dismiss", "hide", "unhide"])
    func onlyUnknownIDsAreStatus66(command: String) async throws {
        try await ReaderFixture.run { fixture in
            _ = try await fixture.reader("list")
            let failed = try await fixture.reader(command, "t3_nobody")
            #expect(failed.status == 66)
            #expect(failed.errors.contains("t3_nobody"))
        }
    }

    @Test func aStoreThatIsOpenElsewhereIsStatus75() async throws {
        try await ReaderFixture.run { fixture in
            let store = try JSONStore(directory: fixture.store)
            let busy = try await fixture.reader("list")
            #expect(busy.status == 75)
            #expect(busy.errors.contains("Another process"))
            #expect(busy.output.isEmpty)
            try await store.close()
            #expect(try await fixture.reader("list").status == 0)
        }
    }

    @Test func aFolderThatCannotBeWrittenIsNamed() async throws {
        try await ReaderFixture.run { fixture in
            try FileManager.default.createDirectory(atPath: fixture.directory, withIntermediateDirectories: true)
            try Data().write(to: URL(filePath: "\(fixture.directory)/file"))
            let failed = try await ReaderProcess.run(["list", "--store", "\(fixture.directory)/file/store"])
            #expect(failed.status == 74)
            #expect(failed.errors.contains("\(fixture.directory)/file"))
            #expect(failed.output.isEmpty)
        }
    }

    @Test func aDamagedStoreIsSetAsideOnceAndGoesOn() async throws {
        try await ReaderFixture.run { fixture in
            let ids = try await fixture.reader("list", "--feed", "r/swift").ids
            _ = try await fixture.reader("save", ids[0])
            _ = try await fixture.reader("save", ids[1])
            var bytes = try Data(contentsOf: URL(filePath: fixture.journal))
            let original = bytes
            // In the batch that saved the first post.
            let place = try #require(bytes.range(of: Data(#"{"put":"marks""#.utf8))).lowerBound + 30
            bytes[place] ^= 1
            try bytes.write(to: URL(filePath: fixture.journal))

            let damaged = try await fixture.reader("list", "--offline")
            #expect(damaged.status == 65)
            let aside = try #require(
                try FileManager.default.contentsOfDirectory(atPath: fixture.store).first { $0.hasPrefix("damaged-") })
            #expect(damaged.errors.contains(aside))
            #expect(try Data(contentsOf: URL(filePath: "\(fixture.store)/\(aside)")) == bytes)
            #expect(bytes != original)

            let next = try await fixture.reader("list", "--feed", "r/swift", "--offline")
            #expect(next.status == 0)
            #expect(try next.ids == ids)
            #expect(try next.items.prefix(2).map { $0["isSaved"] as? Bool } == [false, true])
        }
    }

    @Test func anUnfinishedLastBatchIsNoDamage() async throws {
        try await ReaderFixture.run { fixture in
            let ids = try await fixture.reader("list", "--feed", "r/swift").ids
            _ = try await fixture.reader("save", ids[0])
            let bytes = try Data(contentsOf: URL(filePath: fixture.journal))
            try bytes.dropLast(25).write(to: URL(filePath: fixture.journal))
            let list = try await fixture.reader("list", "--feed", "r/swift", "--offline")
            #expect(list.status == 0)
            #expect(try list.ids == ids)
            #expect(list.errors.isEmpty)
        }
    }
}
