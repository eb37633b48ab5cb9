import Community
import Core
import Foundation
import Mocks
import PostFeatures
import Testing

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct ChatScreenTests {
    private let messages = MockMessageProvider(site: .community, log: TestInjector.mocks.log)
    private let ann = AccountKey(site: .community, name: "id-ann")
    private let ben = ChatRoom.Person(id: "id-ben", name: "Ben")
    private var room: ChatRoom {
        ChatRoom(ChatRoom.ID(ann, "r1"), other: ben, created: Date(timeIntervalSince1970: 1))
    }

    init() {
        let messages = messages
        Dependency.register((any MessageProvider).self) { messages }
    }

    private func message(_ id: String, at seconds: Double) -> Message {
        Message(
            RemoteMessage(id: id, room: "r1", created: Date(timeIntervalSince1970: seconds), text: id, sender: ben),
            isOwn: false)
    }

    private func chat(_ page: MessagePage = MessagePage()) async -> ChatViewModel {
        messages.onRoomWith.returns(room)
        messages.onMessages.answers { _ in page }
        let chat = ChatViewModel(ann, with: "id-ben")
        await chat.load()
        return chat
    }

    // MARK: The list

    @Test func theListShowsWhatIsStoredAndThenTheServers() async {
        var unread = room
        unread.isUnread = true
        messages.onRooms.returns(RoomUpdate([room]))
        let held = messages.onRefreshRooms.holds()
        let list = RoomListViewModel(ann)
        let loading = Task { await list.load() }
        await list.state.first { $0.isLoading }
        #expect(list.state.value.rooms == [room] && list.state.value.unreadCount == 0)
        held.release(returning: RoomUpdate([unread], refreshed: Date(timeIntervalSince1970: 1), isFetched: true))
        await loading.value
        #expect(list.state.value.rooms == [unread] && list.state.value.unreadCount == 1 && list.state.value.wasFetched)
        // What is stored later is shown by itself.
        messages.onRooms.returns(RoomUpdate([room]))
        messages.announceChange()
        await list.state.first { $0.unreadCount == 0 }
        // A failure removes nothing.
        messages.onRefreshRooms.returns(RoomUpdate([room], error: DataError(.offline)))
        await list.refresh()
        #expect(list.state.value.banner?.error.code == .offline && list.state.value.rooms == [room])
        list.dismissBanner()
        list.stop()
        #expect(list.state.value.banner == nil)
    }

    // MARK: The room

    @Test func aRoomShowsItsMessagesAndThatTheyWereShown() async {
        let chat = await chat(MessagePage([message("a", at: 1), message("b", at: 2)], hasOlder: true, count: 9))
        #expect(chat.state.value.messages.map(\.id) == ["a", "b"] && chat.state.value.other == ben)
        #expect(messages.onMarkShown.calls == [MessagePosition(Date(timeIntervalSince1970: 2), "b")])
        await chat.showOlder()
        #expect(messages.onMessages.calls.map(\.limit) == [50, 100])
        messages.status.set(RoomStatus(isLive: true, error: DataError(.offline)))
        await chat.state.first { $0.banner != nil }
        messages.status.set(RoomStatus(isLive: true, isInStep: true))
        await chat.state.first { $0.banner == nil && $0.status.isInStep }
        await chat.leave()
        #expect(messages.onLeave.calls == [room.id])
    }

    @Test func aRoomThatIsLeftWhileItIsLookedForIsNotFollowed() async throws {
        let held = messages.onRoomWith.holds()
        let chat = ChatViewModel(ann, with: "id-ben")
        let loading = Task { await chat.load() }
        try await held.arrival()
        await chat.leave()
        held.release(returning: room)
        await loading.value
        #expect(chat.state.value.room == nil && messages.onMessages.calls.isEmpty)
        #expect(messages.onLeave.calls == [room.id] && messages.onMarkShown.calls.isEmpty)
        // It can be opened again.
        messages.onRoomWith.returns(room)
        messages.onMessages.answers { _ in MessagePage() }
        await chat.load()
        #expect(chat.state.value.room == room)
        await chat.leave()
    }

    @Test func picturesThatAreAddedWhileOthersAreSentStay() async throws {
        let chat = await chat()
        chat.addPictures([jpeg(width: 3, height: 2, mark: 1)])
        let held = messages.onSend.holds()
        let sending = Task { await chat.send() }
        try await held.arrival()
        chat.addPictures([jpeg(width: 3, height: 2, mark: 2)])
        held.release(returning: nil)
        await sending.value
        #expect(chat.state.value.pictures.map(\.data) == [jpeg(width: 3, height: 2, mark: 2)])
        await chat.leave()
    }

    @Test func aDateASearchAndTheWayBack() async {
        let chat = await chat(MessagePage([message("a", at: 1)], hasOlder: true, hasNewer: true, count: 9))
        await chat.show(at: Date(timeIntervalSince1970: 5))
        await chat.showOlder()
        messages.onSearch.returns([message("x", at: 7)])
        await chat.search("x")
        #expect(chat.state.value.found?.map(\.id) == ["x"])
        await chat.show(message("x", at: 7))
        await chat.search("")
        #expect(chat.state.value.found == nil)
        let (one, seven) = (Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 7))
        await chat.showNewest()
        #expect(
            messages.onMessages.calls.map(\.place) == [
                .newest, .date(Date(timeIntervalSince1970: 5)), .before(MessagePosition(one, "a")),
                .from(MessagePosition(seven, "x")), .newest,
            ])
    }

    @Test func ofTwoSearchesTheLaterOneCounts() async throws {
        let chat = await chat()
        let held = messages.onSearch.holds()
        let first = Task { await chat.search("s") }
        try await held.arrival()
        messages.onSearch.returns([message("small", at: 7)])
        await chat.search("small")
        held.release(returning: [message("any", at: 3)])
        await first.value
        #expect(chat.state.value.found?.map(\.id) == ["small"])
        // A search that was ended finds nothing any more.
        let again = messages.onSearch.holds()
        let second = Task { await chat.search("s") }
        try await again.arrival()
        await chat.search("")
        again.release(returning: [message("any", at: 3)])
        await second.value
        #expect(chat.state.value.found == nil)
        await chat.leave()
    }

    @Test func aSecondStepThroughTheRoomWhileAnotherIsUnderWaySkipsNothing() async throws {
        let chat = await chat(MessagePage([message("a", at: 1)], hasOlder: true, hasNewer: true, count: 9))
        let held = messages.onMessages.holds()
        let first = Task { await chat.showNewer() }
        try await held.arrival()
        await chat.showNewer()
        await chat.showOlder()
        held.release(returning: MessagePage([message("a", at: 1), message("b", at: 2)], hasNewer: true, count: 9))
        await first.value
        #expect(
            messages.onMessages.calls.map(\.place) == [
                .newest, .from(MessagePosition(Date(timeIntervalSince1970: 1), "a")),
            ])
        await chat.leave()
    }

    @Test func somebodyWhoIsGoneIsSaidAndNothingCanBeSent() async {
        var ended = room
        ended.isEnded = true
        messages.onRoomWith.returns(ended)
        let chat = ChatViewModel(ann, with: "id-ben")
        await chat.load()
        chat.setText("hi")
        #expect(!chat.state.value.canSend)
        messages.onRoomWith.fails(with: DataError(.notFound))
        let other = ChatViewModel(ann, with: "id-cid")
        await other.load()
        #expect(other.state.value.banner?.error.code == .notFound && !other.state.value.canSend)
    }

    // MARK: Writing

    @Test func theFieldRefusesAndTheButtonCountsOnceIn90Milliseconds() async {
        let clock = TestInjector.mocks.clock
        let chat = await chat()
        #expect(!chat.state.value.canSend)
        chat.setText("hello")
        chat.setText("hello\n")
        chat.setText(String(repeating: "x", count: 201))
        #expect(chat.state.value.entry.text == "hello" && chat.state.value.canSend)
        let id = OutboxItem.ID(rawValue: "entry-1")
        messages.onSend.answers { _ in id }
        await chat.send()
        #expect(chat.state.value.entry.text == "" && messages.onSend.calls.map(\.content.text) == ["hello"])
        chat.setText("again")
        clock.advance(by: .milliseconds(89))
        await chat.send()
        #expect(messages.onSend.calls.count == 1 && chat.state.value.entry.text == "again")
        clock.advance(by: .milliseconds(1))
        await chat.send()
        #expect(messages.onSend.calls.count == 2)
        // What could not be stored stays in the field.
        messages.onSend.fails(with: DataError(.noSpace))
        chat.setText("kept")
        clock.advance(by: .seconds(1))
        await chat.send()
        #expect(chat.state.value.entry.text == "kept" && chat.state.value.banner?.error.code == .noSpace)
    }

    @Test func whatIsTypedIsADraftOfItsRoomAndIsQueuedUnderItsID() async throws {
        let mocks = TestInjector.mocks
        let first = await chat()
        first.setText("Half a")
        try await mocks.clock.waitForSleepers(1)
        mocks.clock.advance(by: .milliseconds(400))
        try await mocks.drafts.waitForStores(1)
        await first.leave()
        let other = ChatViewModel(ann, with: "id-cid")
        await other.restoreDraft()
        #expect(other.state.value.entry.text.isEmpty)
        // What is typed before it is read goes on behind it.
        let second = ChatViewModel(ann, with: "id-ben")
        second.setText(" sentence")
        messages.onRoomWith.returns(room)
        await second.load()
        #expect(second.state.value.entry.text == "Half a sentence")
        messages.onSend.answers { $0.item }
        await second.send()
        let draft = try #require(mocks.drafts.storedDrafts.first)
        #expect(draft.account == ann && messages.onSend.calls.map(\.item) == [draft.id])
        #expect(await second.saveDraft() && mocks.drafts.storedDrafts.count == 1)
    }

    @Test func whatIsTypedBehindTheKeyThatSendsIsTheNextMessage() async throws {
        let chat = await chat()
        chat.setText("hi")
        messages.onSend.answers { $0.item }
        let store = try #require(chat.beginSending())
        #expect(chat.state.value.isSending && chat.state.value.entry.text.isEmpty && chat.beginSending() == nil)
        chat.setText("yo")
        await store()
        #expect(messages.onSend.calls.map(\.content.text) == ["hi"] && chat.state.value.entry.text == "yo")
        // What could not be stored stands in front of what was typed meanwhile, and is no second message.
        TestInjector.mocks.clock.advance(by: .seconds(1))
        messages.onSend.fails(with: DataError(.noSpace))
        let again = try #require(chat.beginSending())
        chat.setText("!")
        await again()
        #expect(chat.state.value.entry.text == "yo !" && !chat.state.value.isSending)
        TestInjector.mocks.clock.advance(by: .seconds(1))
        messages.onSend.answers { $0.item }
        await chat.send()
        let items = messages.onSend.calls.map(\.item)
        #expect(items.count == 3 && items[1] == items[2] && items[0] != items[1])
        #expect(messages.onSend.calls.last?.content.text == "yo !")
    }

    @Test func eachKeyThatSendsSendsWhatStandsBeforeItInItsOrder() async throws {
        let chat = await chat()
        let held = messages.onSend.holds()
        messages.onSend.answers { $0.item }
        var works: [@MainActor () async -> Void] = []
        for text in ["one", "two", "three"] {
            chat.setText(text)
            works.append(try #require(chat.beginSending()))
        }
        chat.setText("half a")
        // Whichever work begins first.
        let tasks = works.reversed().map { work in Task { await work() } }
        try await held.arrival()
        chat.setText("half a line")
        #expect(messages.onSend.calls.map(\.content.text) == ["one"] && chat.state.value.isSending)
        held.release(returning: nil)
        for task in tasks { await task.value }
        #expect(messages.onSend.calls.map(\.content.text) == ["one", "two", "three"])
        #expect(Set(messages.onSend.calls.map(\.item)).count == 3)
        #expect(chat.state.value.entry.text == "half a line" && !chat.state.value.isSending)
    }

    @Test(arguments: [["two"], ["one", "three"], ["one", "two", "three"]])
    func whatCannotBeStoredOfManyIsInTheFieldAgainInItsOrder(_ refused: [String]) async throws {
        let drafts = TestInjector.mocks.drafts
        let chat = await chat()
        messages.onSend.answers { input in
            if refused.contains(input.content.text ?? "") { throw DataError(.noSpace) }
            if let item = input.item { drafts.take(item) }
            return input.item
        }
        var works: [@MainActor () async -> Void] = []
        for text in ["one", "two", "three"] {
            chat.setText(text)
            // Each is a draft meanwhile.
            #expect(await chat.saveDraft())
            works.append(try #require(chat.beginSending()))
        }
        chat.setText("half")
        #expect(await chat.saveDraft())
        #expect(try await drafts.drafts().count == 4)
        for work in works { await work() }
        #expect(messages.onSend.calls.map(\.content.text) == ["one", "two", "three"])
        let text = (refused + ["half"]).joined(separator: " ")
        #expect(chat.state.value.entry.text == text && !chat.state.value.isSending)
        #expect(chat.state.value.banner?.error.code == .noSpace)
        // It is one draft, and gone once it is sent.
        #expect(await chat.saveDraft())
        #expect(try await drafts.drafts().map(\.text) == [text])
        TestInjector.mocks.clock.advance(by: .seconds(1))
        await chat.send()
        #expect(try await drafts.drafts().isEmpty && chat.state.value.banner == nil)
    }

    @Test func whatCannotBeStoredIsSaidAndGoesBeforeWhatIs() async {
        let mocks = TestInjector.mocks
        let first = await chat()
        first.setText("old")
        #expect(await first.saveDraft())
        mocks.drafts.fail(with: DataError(.noSpace))
        first.setText("new")
        #expect(await !first.saveDraft())
        #expect(first.state.value.banner?.error.code == .noSpace)
        // Whoever may only read is told when something is sent.
        first.dismissBanner()
        mocks.drafts.fail(with: DataError(.storeBusy))
        #expect(await !first.saveDraft())
        #expect(first.state.value.banner == nil)
        mocks.drafts.fail(with: nil)
        let second = await chat()
        #expect(second.state.value.entry.text == "old")
        let third = ChatViewModel(ann, with: "id-ben")
        await third.restoreDraft("new")
        #expect(third.state.value.entry.text == "new")
    }

    @Test func aRoomThatCouldNotBeLoadedIsLoadedByTryingAgain() async {
        messages.onRoomWith.fails(with: DataError(.offline))
        messages.onMessages.answers { _ in MessagePage() }
        let chat = ChatViewModel(ann, with: "id-ben")
        await chat.load()
        #expect(chat.state.value.banner?.error.code == .offline && chat.state.value.room == nil)
        messages.onRoomWith.returns(room)
        await chat.refresh()
        #expect(chat.state.value.banner == nil && chat.state.value.room == room)
        // From then on it asks for what is new.
        messages.onSync.returns(DataError(.timedOut))
        await chat.refresh()
        #expect(chat.state.value.banner?.error.code == .timedOut)
        messages.onSync.returns(nil)
        await chat.refresh()
        #expect(chat.state.value.banner == nil && messages.onSync.calls == [room.id, room.id])
        await chat.leave()
    }

    @Test func onlySelectedPicturesAreSentInTheirOrder() async throws {
        let uploads = TestInjector.mocks.uploads
        let pictures = (1...7).map { jpeg(width: 3, height: 2, mark: $0) }
        let chat = await chat()
        chat.setText("kept")
        chat.addPictures(pictures)
        #expect(chat.state.value.pictures.count == 5 && chat.state.value.remainingPictureCount == 0)
        chat.togglePicture(2)
        chat.togglePicture(4)
        #expect(chat.state.value.isPictureMode && chat.state.value.canSend)
        messages.onSend.answers { _ in nil }
        await chat.send()
        var sent: [Data] = []
        for file in messages.onSend.calls.flatMap(\.files) { sent.append(try await uploads.data(of: file)) }
        #expect(sent == [pictures[0], pictures[2], pictures[4]])
        #expect(messages.onSend.calls.map(\.content) == [MessageContent()])
        #expect(!chat.state.value.isPictureMode && chat.state.value.entry.text == "kept")
        // What is no picture is not sent, and stays.
        chat.addPictures([Data([1])])
        TestInjector.mocks.clock.advance(by: .seconds(1))
        await chat.send()
        #expect(messages.onSend.calls.count == 1 && chat.state.value.banner?.error.code == .invalidInput)
        #expect(chat.state.value.pictures.count == 1)
        chat.leavePictureMode()
        // Deleting removes the selected ones and keeps the others.
        chat.addPictures([Data([1]), Data([2])])
        chat.togglePicture(chat.state.value.pictures[0].id)
        chat.removeSelectedPictures()
        #expect(chat.state.value.pictures.map(\.data) == [Data([1])] && !chat.state.value.canSend)
        chat.leavePictureMode()
        #expect(chat.state.value.canSend)
    }

    @Test func aFailedMessageIsSentAgainOrRemoved() async throws {
        let writing = TestInjector.mocks.writingProvider
        let payload = try RawJSON(try JSONEncoder().encode(MessagePayload(MessageContent(text: "x"))))
        let item = OutboxItem.made(
            OutboxItem.ID(rawValue: "entry-1"), account: ann, kind: OutboxItem.Kind(rawValue: "message"),
            target: room.target, state: .failed, payload: payload)
        let failed = Message(item, MessagePayload(MessageContent(text: "x")))
        let chat = await chat(MessagePage([failed]))
        #expect(chat.state.value.messages.first?.state == .failed)
        await chat.retry(failed)
        await chat.remove(failed)
        #expect(writing.onDecide.calls.map(\.decision) == [.send(as: nil), .giveUp(nil)])
        // What the server has is nobody's to decide about.
        await chat.remove(message("a", at: 1))
        #expect(writing.onDecide.calls.count == 2)
    }

    @Test func whatIsSaidOfMessages() throws {
        let format = CommunityFormat(language: .english)
        #expect(format.chatTitle(with: ben) == "Chat with Ben" && format.chatTitle(with: nil) == "Chat")
        let position = MessagePosition(Date(timeIntervalSince1970: 1), "a")
        func preview(_ text: String?, _ files: Int) -> ChatRoom.Preview {
            ChatRoom.Preview(position: position, text: text, fileCount: files, isOwn: false)
        }
        #expect(format.text(of: nil) == "" && format.text(of: preview("hi", 0)) == "hi")
        #expect(format.text(of: preview(nil, 3)) == "3 pictures" && format.text(of: preview(nil, 1)) == "1 picture")
        #expect(format.state(of: message("a", at: 1)) == nil)
        var unsent = message("a", at: 1)
        unsent.state = .unsure
        #expect(format.state(of: unsent) == "It may have arrived. Send it again, or remove it")
    }
}
