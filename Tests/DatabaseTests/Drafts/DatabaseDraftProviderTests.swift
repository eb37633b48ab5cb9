import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// What people have begun to write: kept until it is sent or thrown away.
@Suite(.timeLimit(.minutes(5)))
struct DatabaseDraftProviderTests {
    private func texts(_ world: DraftWorld) async throws -> [String?] { try await world.drafts.drafts().map(\.text) }

    // MARK: Storing

    @Test func theLastOneIsFirstAndAllOfThemAreThereAfterwards() async throws {
        let files = InMemoryFileSystem()
        do {
            let world = try DraftWorld(files)
            var first = world.draft("a", "one")
            first.quotable = "the parent"
            first.setBase("before")
            #expect(try await world.drafts.store(first))
            try await world.drafts.store(world.draft("b", "two", by: world.ann, at: 1))
            first.text = "one, longer"
            first.date += 2
            try await world.drafts.store(first)
            #expect(try await world.drafts.drafts().first == first)
            try await world.store.close()
        }
        let world = try DraftWorld(files)
        #expect(try await texts(world) == ["one, longer", "two"])
        #expect(try await world.drafts.drafts().first?.isBased(on: "before") == true)
        #expect(try await world.drafts.drafts().first?.isBased(on: "after") == false)
        try await world.drafts.remove(DraftWorld.id("a"))
        try await world.drafts.remove(DraftWorld.id("a"))
        #expect(try await texts(world) == ["two"])
    }

    @Test func theSameAgainIsNoCommit() async throws {
        let world = try DraftWorld()
        try await world.drafts.store(world.draft("a", "one"))
        let version = world.version
        #expect(try await world.drafts.store(world.draft("a", "one")))
        #expect(world.version == version)
    }

    @Test func observersHearOfEachChange() async throws {
        let world = try DraftWorld()
        var lists = world.drafts.observe().makeAsyncIterator()
        #expect(try await lists.next() == [])
        try await world.drafts.store(world.draft("a", "one"))
        #expect(try await lists.next()?.map(\.text) == ["one"])
        try await world.drafts.remove(DraftWorld.id("a"))
        #expect(try await lists.next() == [])
        try await world.store.close()
        #expect(try await lists.next() == nil)
    }

    @Test func whoeverWritesFindsTheirOwn() async throws {
        let world = try DraftWorld()
        let other = StatusTarget(.comment, site: .demo, native: "t1_x")
        let all = [
            world.draft("a", "old", by: world.ann), world.draft("b", "new", by: world.ann, at: 1),
            world.draft("c", "ben's", by: world.ben, at: 2), world.draft("d", "elsewhere", to: other, by: world.ann),
            world.draft("e", "nobody's"),
        ]
        #expect(all.latest(.reply, of: world.post, by: world.ann)?.text == "new")
        #expect(all.latest(.reply, of: world.post, by: nil)?.text == "nobody's")
        #expect(all.latest(.edit, of: world.post, by: world.ann) == nil)
        var post = Draft(id: DraftWorld.id("f"), account: world.ann, kind: .submit, site: .demo, date: .distantPast)
        post.community = "r/Swift"
        #expect([post].latestPost(on: .demo, to: "swift", by: world.ann) == post)
        #expect([post].latestPost(on: .demo, to: nil, by: world.ann) == nil)
        #expect([post].latestPost(on: .reddit, to: "swift", by: world.ann) == nil)
    }

    // MARK: Into the outbox and back

    @Test func theCommitThatQueuesItRemovesTheDraft() async throws {
        let world = try DraftWorld()
        let id = DraftWorld.id("a")
        try await world.drafts.store(world.draft("a", "hello", by: world.ann))
        let version = world.version
        let queued = try await world.writing.queue(
            .reply("hello", to: world.post, in: nil), as: world.ann, id: id, undo: .zero)
        #expect(queued == id && world.version == version + 1)
        #expect(try await world.drafts.drafts().isEmpty)
        // What was typed a moment before comes too late.
        #expect(try await !world.drafts.store(world.draft("a", "hell", by: world.ann)))
        #expect(try await world.drafts.drafts().isEmpty && world.version == version + 1)
    }

    @Test func whatIsNotTakenLeavesTheDraft() async throws {
        let world = try DraftWorld()
        try await world.drafts.store(world.draft("a", " ", by: world.ann))
        await #expect(throws: DataError.self) {
            try await world.writing.queue(
                .reply(" ", to: world.post, in: nil), as: world.ann, id: DraftWorld.id("a"), undo: .zero)
        }
        #expect(try await texts(world) == [" "])
    }

    @Test func aTextThatIsGivenUpIsADraftInTheSameCommit() async throws {
        let world = try DraftWorld()
        let id = DraftWorld.id("a")
        try await world.writing.queue(.reply("hello", to: world.post, in: nil), as: world.ann, id: id, undo: .zero)
        let version = world.version
        try await world.writing.decide(.giveUp(nil), on: id)
        let draft = try #require(try await world.drafts.drafts().first)
        #expect(world.version == version + 1 && world.writing.outbox.value.items.isEmpty)
        #expect(draft.id == id.draftID && draft.text == "hello" && draft.target == world.post)
        #expect(draft.account == world.ann && draft.kind == .reply && draft.thread?.native == "t3_a")
        #expect(draft.date == world.clock.now && Draft.ID.isID(draft.id.rawValue))
        // And again.
        try await world.writing.queue(
            .reply("hello", to: world.post, in: nil), as: world.ann, id: draft.id, undo: .zero)
        #expect(try await world.drafts.drafts().isEmpty && world.writing.outbox.value.items.map(\.id) == [draft.id])
    }

    @Test func togglesAndDeletionsLeaveNone() async throws {
        let world = try DraftWorld()
        let vote = try #require(try await world.writing.queue(.vote(.up, on: world.post), as: world.ann))
        let deletion = try #require(try await world.writing.queue(.delete(world.post), as: world.ann))
        try await world.writing.decide(.giveUp(nil), on: vote)
        try await world.writing.decide(.giveUp(nil), on: deletion)
        #expect(try await world.drafts.drafts().isEmpty)
    }

    @Test func aPostThatIsGivenUpKeepsItsTitleLinkAndCommunity() async throws {
        let world = try DraftWorld()
        let post = PostDraft(title: "A title", url: "https://example.com/a")
        let id = try #require(try await world.writing.queue(.submit(post, to: "/r/Swift"), as: world.ann))
        try await world.writing.decide(.giveUp(nil), on: id)
        let draft = try #require(try await world.drafts.drafts().first)
        #expect(draft.title == "A title" && draft.url == "https://example.com/a" && draft.community == "Swift")
        #expect(draft.isLink == true && draft.target == nil && draft.text == nil)
    }

    @Test func anEditOfWhatIsUnsentTakesTheDraftOfTheEditWithIt() async throws {
        let world = try DraftWorld()
        let id = DraftWorld.id("a")
        try await world.writing.queue(.reply("one", to: world.post, in: nil), as: world.ann, id: id, undo: .zero)
        let unsent = StatusTarget(.comment, site: .demo, native: id.rawValue)
        var draft = Draft(
            id: DraftWorld.id("b"), account: world.ann, kind: .edit, site: .demo, target: unsent, date: .distantPast)
        draft.text = "two"
        try await world.drafts.store(draft)
        let version = world.version
        let changed = try await world.writing.queue(.edit("two", of: unsent), as: world.ann, id: draft.id, undo: .zero)
        #expect(changed == id && world.version == version + 1)
        #expect(try await world.drafts.drafts().isEmpty && world.writing.outbox.value.items.map(\.text) == ["two"])
    }

    @Test func draftsFollowWhatTheyAnswerAsItIsGivenUpQueuedAgainAndSent() async throws {
        let world = try DraftWorld()
        let parent = DraftWorld.id("a")
        func named(_ id: Draft.ID) -> StatusTarget { StatusTarget(.comment, site: .demo, native: id.rawValue) }
        try await world.writing.queue(.reply("one", to: world.post, in: nil), as: world.ann, id: parent, undo: .zero)
        try await world.writing.queue(
            .reply("below", to: named(parent), in: nil), as: world.ann, id: DraftWorld.id("b"), undo: .zero)
        try await world.drafts.store(world.draft("c", "typed", to: named(parent), by: world.ann))
        try await world.writing.decide(.giveUp(.drafts), on: parent)
        func targets() async throws -> [String?: StatusTarget?] {
            Dictionary(uniqueKeysWithValues: try await world.drafts.drafts().map { ($0.text, $0.target) })
        }
        let again = named(parent.draftID)
        #expect(try await targets() == ["one": world.post, "below": again, "typed": again])
        try await world.writing.queue(
            .reply("one", to: world.post, in: nil), as: world.ann, id: parent.draftID, undo: .zero)
        #expect(try await targets() == ["below": again, "typed": again])
        try await world.writing.send(as: world.ann, waitingFor: nil)
        let sent = StatusTarget(.comment, site: .demo, native: "t1_new")
        #expect(world.writing.outbox.value.items.isEmpty)
        #expect(try await targets() == ["below": sent, "typed": sent])
    }

    @Test func whatWasSentIsNoDraftAgain() async throws {
        let world = try DraftWorld()
        let id = DraftWorld.id("a")
        try await world.writing.queue(.reply("one", to: world.post, in: nil), as: world.ann, id: id, undo: .zero)
        try await world.writing.send(as: world.ann, waitingFor: nil)
        #expect(world.writing.outbox.value.sent.map(\.id) == [id])
        #expect(try await !world.drafts.store(world.draft("a", "one", by: world.ann)))
    }

    // MARK: Accounts

    @Test func takingOverMovesNobodysDraftsOfTheSite() async throws {
        let world = try DraftWorld()
        let elsewhere = Draft(id: DraftWorld.id("c"), account: nil, kind: .submit, site: .reddit, date: .distantPast)
        try await world.drafts.store(world.draft("a", "mine"))
        try await world.drafts.store(world.draft("b", "ben's", by: world.ben))
        try await world.drafts.store(elsewhere)
        let accounts = DatabasePostProvider(store: world.store)
        #expect(try await accounts.takeOver(for: world.ann).count == 1)
        let owners = Dictionary(uniqueKeysWithValues: try await world.drafts.drafts().map { ($0.id, $0.account) })
        #expect(owners == [DraftWorld.id("a"): world.ann, DraftWorld.id("b"): world.ben, elsewhere.id: nil])
        #expect(try await accounts.takeOver(for: world.ann).count == 0)
    }

    @Test func wipingAnAccountRemovesItsDraftsAlone() async throws {
        let world = try DraftWorld()
        try await world.drafts.store(world.draft("a", "nobody's"))
        try await world.drafts.store(world.draft("b", "ann's", by: world.ann))
        try await world.drafts.store(world.draft("c", "ben's", by: world.ben))
        #expect(try await DatabasePostProvider(store: world.store).wipe(world.ann) == 1)
        #expect(Set(try await texts(world)) == ["nobody's", "ben's"])
    }

    @Test func otherWordsForATextAreItsOwnOnceItIsGivenUp() async throws {
        let world = try DraftWorld()
        let id = DraftWorld.id("b")
        try await world.writing.queue(
            .reply("queued", to: world.post, in: nil), as: world.ann, id: id, undo: .zero)
        let queued = StatusTarget(.comment, site: .demo, native: id.rawValue)
        for (letter, text) in [("c", "changed"), ("d", "changed again")] as [(Character, String)] {
            var change = Draft(
                id: DraftWorld.id(letter), account: world.ann, kind: .edit, site: .demo, target: queued,
                date: world.clock.now + Double(text.count))
            change.text = text
            try await world.drafts.store(change)
        }
        try await world.writing.decide(.giveUp(nil), on: id)
        let drafts = try await world.drafts.drafts()
        let given = try #require(drafts.first { $0.id == id.draftID })
        #expect(given.kind == .reply && given.text == "changed again" && given.target == world.post)
        #expect(Set(drafts.map(\.text)) == ["changed", "changed again"], "What was typed before stays.")
    }

    // MARK: Archives

    @Test func anArchiveHasDraftsAndUnsentTextsAndMakesDraftsOfBoth() async throws {
        let world = try DraftWorld()
        try await world.drafts.store(world.draft("a", "begun", by: world.ann))
        try await world.writing.queue(
            .reply("queued", to: world.post, in: nil), as: world.ann, id: DraftWorld.id("b"), undo: .zero)
        try await world.writing.queue(.vote(.up, on: world.post), as: world.ann)
        let data = try ArchiveCoder.encode(try await world.archives.export())
        let archive = try ArchiveCoder.decode(data)
        #expect(ArchiveSummary(archive).drafts == 2)
        let other = try DraftWorld()
        #expect(try await other.archives.preview(archive).drafts == .init(added: 2))
        #expect(try await other.archives.merge(archive).drafts == .init(added: 2))
        #expect(Set(try await texts(other)) == ["begun", "queued"])
        _ = try await other.writing.account(on: .demo)
        #expect(other.writing.outbox.value.items.isEmpty)
        let version = other.version
        #expect(try await other.archives.merge(archive).drafts == .init(unchanged: 2))
        #expect(other.version == version)
        // The same again, out of the other device.
        #expect(try await other.archives.export().drafts == archive.drafts)
        // Here it is in the outbox, and no draft beside that.
        #expect(try await world.archives.merge(archive).drafts == .init(unchanged: 1))
        #expect(try await texts(world) == ["begun"])
    }

    @Test func theLaterOfTwoCopiesCounts() async throws {
        let world = try DraftWorld()
        try await world.drafts.store(world.draft("a", "newer", at: 5))
        var archive = Archive(date: world.clock.now)
        archive.drafts = [world.draft("a", "older", at: 4)]
        #expect(try await world.archives.merge(archive).drafts == .init(unchanged: 1))
        #expect(try await texts(world) == ["newer"])
        archive.drafts = [world.draft("a", "newest", at: 6)]
        #expect(try await world.archives.merge(archive).drafts == .init(changed: 1))
        #expect(try await texts(world) == ["newest"])
    }

    @Test func anArchiveWithoutDraftsIsTheSameBytesAsBefore() throws {
        var archive = Archive(date: Date(timeIntervalSince1970: 1))
        let data = try ArchiveCoder.encode(archive)
        #expect(!String(decoding: data, as: UTF8.self).contains("drafts"))
        archive.drafts = [
            Draft(id: Draft.ID(rawValue: "not an id"), account: nil, kind: .reply, site: .demo, date: archive.date)
        ]
        #expect(throws: DataError.self) { _ = try archive.checked() }
    }

    // MARK: Storage

    @Test func everyCollectionHasAKind() {
        for collection in JSONStore.builtInCollections {
            #expect(StorageKind(collection: collection.name) != .other, "\(collection.name)")
        }
        #expect(!StorageKind.drafts.isFetched && !StorageKind.outbox.isFetched)
    }
}
