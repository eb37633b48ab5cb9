import Foundation
import Mocks
import Testing

@testable import Core
@testable import Database

@Suite(.timeLimit(.minutes(5)))
struct MessageProviderTests {
    private let files = InMemoryFileSystem()
    private let clock = ManualClock()
    private let server = RoomServer()
    private let writing = MockWritingProvider()
    private let ann = AccountKey(site: .demo, name: "ann")
    private var room: ChatRoom.ID { ChatRoom.ID(ann, "r") }
    private let ben = ChatRoom.Person(id: "ben", name: "Ben")

    private func open() throws -> JSONStore { try JSONStore(directory: "/tmp/store", files: files, time: clock) }

    private func provider(_ store: JSONStore, isOffline: Bool = false) -> DefaultMessageProvider {
        DefaultMessageProvider(
            MessageSending(server, time: clock, boot: BootID("boot")), store: DatabaseMessageProvider(store: store),
            writing: writing, isOffline: isOffline, time: clock, boot: BootID("boot"))
    }

    private func message(_ id: String, at seconds: Double, by sender: String = "ben", _ text: String? = nil)
        -> RemoteMessage
    {
        RemoteMessage(
            id: id, room: "r", created: Date(timeIntervalSince1970: seconds), text: text ?? "text \(id)",
            sender: ChatRoom.Person(id: sender, name: sender))
    }

    private func remoteRoom(_ id: String = "r", last: RemoteMessage? = nil) -> RemoteRoom {
        RemoteRoom(
            id: id, other: ben, created: Date(timeIntervalSince1970: 1), updated: Date(timeIntervalSince1970: 1),
            last: last)
    }

    private func ids(
        _ provider: DefaultMessageProvider, _ place: MessagePlace = .newest, limit: Int = 50
    ) async throws -> [String] {
        try await provider.messages(in: room, at: place, limit: limit).messages.map(\.id)
    }

    // MARK: Synchronisation

    @Test func aRoomIsAskedForFromTheLastCompleteAnswerOnWithAnOverlap() async throws {
        let store = try open()
        let provider = provider(store)
        server.state.change { $0.messages = [message("b", at: 100), message("a", at: 100), message("c", at: 50)] }
        #expect(try await provider.sync(room) == nil)
        #expect(try await ids(provider) == ["c", "a", "b"])
        // What comes live moves nothing.
        try await DatabaseMessageProvider(store: store).commit(
            MessageCommit(room, [message("z", at: 500)], at: clock.moment(in: BootID("boot"))))
        server.state.change { $0.messages += [message("d", at: 95), message("e", at: 120)] }
        #expect(try await provider.sync(room) == nil)
        #expect(server.state.value.asked == [nil, Date(timeIntervalSince1970: 90)])
        #expect(try await ids(provider) == ["c", "d", "a", "b", "e", "z"])
        try await store.close()
        // The same after a relaunch, and nothing is asked for twice from the beginning.
        let later = try open()
        #expect(try await self.provider(later).sync(room) == nil)
        #expect(server.state.value.asked.last == .some(Date(timeIntervalSince1970: 110)))
    }

    @Test func anAnswerThatBreaksOffKeepsWhatCameAndIsAskedForAgain() async throws {
        let store = try open()
        let provider = provider(store)
        server.state.change { state in
            state.messages = (0..<2500).map { message("m\($0)", at: Double($0)) }
            state.end = 2000
        }
        #expect(try await provider.sync(room)?.code == .offline)
        #expect(try await provider.messages(in: room, at: .newest, limit: 1).count == 1000)
        server.state.change { $0.end = nil }
        #expect(try await provider.sync(room) == nil)
        #expect(server.state.value.asked == [nil, nil])
        let page = try await provider.messages(in: room, at: .newest, limit: 2)
        #expect(page.messages.map(\.id) == ["m2498", "m2499"] && page.count == 2500 && page.hasOlder && !page.hasNewer)
    }

    @Test func aMessageOfTheFutureHidesNothing() async throws {
        let store = try open()
        let provider = provider(store)
        server.state.change { $0.messages = [message("a", at: 3_000_000_000)] }
        #expect(try await provider.sync(room) == nil)
        #expect(try await provider.sync(room) == nil)
        #expect(server.state.value.asked.last == .some(Date(timeIntervalSince1970: 1_999_999_990)))
    }

    @Test func somebodyWhoHasLeftIsSaidAndTheHistoryStays() async throws {
        let store = try open()
        let provider = provider(store)
        server.state.change { state in
            state.messages = [message("a", at: 1)]
            state.rooms = [remoteRoom(last: message("a", at: 1))]
        }
        _ = try await provider.refreshRooms(of: ann)
        #expect(try await provider.sync(room) == nil)
        server.state.change { $0.error = NetworkError(.notFound, status: 410) }
        #expect(try await provider.sync(room)?.code == .notFound)
        #expect(try await provider.room(room)?.isEnded == true)
        #expect(try await ids(provider) == ["a"])
        server.state.change { $0.error = nil }
        #expect(try await provider.sync(room) == nil)
        #expect(try await provider.room(room)?.isEnded == false)
    }

    // MARK: Rooms

    @Test func whatWasThereAtTheVeryFirstFetchIsNotUnreadAndWhatComesIs() async throws {
        let store = try open()
        let provider = provider(store)
        server.state.change { $0.rooms = [remoteRoom(last: message("a", at: 10)), remoteRoom("empty")] }
        var rooms = try await provider.refreshRooms(of: ann).rooms
        #expect(rooms.map(\.id.native) == ["r"] && !rooms[0].isUnread && rooms[0].last?.text == "text a")
        server.state.change { state in
            state.rooms = [remoteRoom(last: message("b", at: 20)), remoteRoom("s", last: message("x", at: 5))]
        }
        rooms = try await provider.refreshRooms(of: ann).rooms
        #expect(rooms.map(\.id.native) == ["r", "s"] && rooms.allSatisfy(\.isUnread))
        // Another account of this device knows nothing of it.
        #expect(try await provider.rooms(of: AccountKey(site: .demo, name: "cid")).rooms == [])
        // Shown up to an older message, it is still unread; the newest takes it back, and a relaunch changes nothing.
        try await provider.markShown(MessagePosition(Date(timeIntervalSince1970: 10), "a"), in: room)
        #expect(try await provider.room(room)?.isUnread == true)
        try await provider.markShown(MessagePosition(Date(timeIntervalSince1970: 20), "b"), in: room)
        try await store.close()
        let later = self.provider(try open())
        #expect(try await later.room(room)?.isUnread == false)
        // One's own answer is no news.
        server.state.change { $0.rooms = [remoteRoom(last: message("c", at: 30, by: "ann"))] }
        #expect(try await later.refreshRooms(of: ann).rooms[0].isUnread == false)
    }

    @Test func roomsAreThereWithoutANetwork() async throws {
        let store = try open()
        server.state.change { $0.rooms = [remoteRoom(last: message("a", at: 10))] }
        _ = try await provider(store).refreshRooms(of: ann)
        let offline = provider(store, isOffline: true)
        let update = try await offline.refreshRooms(of: ann)
        #expect(update.error?.code == .offline && !update.isFetched && update.rooms.count == 1)
        #expect(try await offline.room(with: "ben", as: ann).id == room)
        await #expect {
            try await offline.room(with: "cid", as: ann)
        } throws: {
            ($0 as? DataError)?.code == .offline
        }
    }

    @Test func anEmptyRoomGoesWhenItIsLeftUnlessSomethingIsUnsent() async throws {
        let store = try open()
        let provider = provider(store)
        server.state.change { $0.rooms = [remoteRoom()] }
        #expect(try await provider.room(with: "ben", as: ann).id == room)
        writing.outbox.set(OutboxState(items: [try item("entry-1", "hi", .failed)]))
        try await provider.leave(room)
        #expect(try await provider.room(room) != nil)
        writing.outbox.set(OutboxState())
        #expect(try await provider.sync(room) == nil)
        try await provider.leave(room)
        #expect(try await provider.room(room) == nil)
        // With a message it stays.
        _ = try await provider.room(with: "ben", as: ann)
        server.state.change { $0.messages = [message("a", at: 1)] }
        #expect(try await provider.sync(room) == nil)
        try await provider.leave(room)
        #expect(try await provider.room(room) != nil)
    }

    @Test func wipingAnAccountRemovesItsRoomsAlone() async throws {
        let store = try open()
        let provider = provider(store)
        server.state.change { state in
            state.rooms = [remoteRoom(last: message("a", at: 1))]
            state.messages = [message("a", at: 1)]
        }
        let cid = AccountKey(site: .demo, name: "cid")
        for account in [ann, cid] {
            _ = try await provider.refreshRooms(of: account)
            #expect(try await provider.sync(ChatRoom.ID(account, "r")) == nil)
        }
        #expect(try await DatabasePostProvider(store: store).wipe(ann) == 3)
        #expect(try await provider.rooms(of: ann) == RoomUpdate())
        #expect(try await ids(provider) == [])
        #expect(try await provider.rooms(of: cid).rooms.count == 1)
    }

    // MARK: Windows

    @Test func aLongRoomIsReadInParts() async throws {
        let store = try open()
        let provider = provider(store)
        // Two of each moment.
        server.state.change { state in
            state.messages = (0..<6000).map { number in
                message("m\(String(10_000 + number))", at: Double(number / 2), number == 4321 ? "a needle" : nil)
            }
        }
        #expect(try await provider.sync(room) == nil)
        #expect(try await ids(provider, limit: 2) == ["m15998", "m15999"])
        for place in [MessagePlace.newest, .date(Date(timeIntervalSince1970: 1000))] {
            // Whoever wants all of them says so.
            #expect(try await provider.messages(in: room, at: place, limit: .max).messages.count == 6000)
        }
        let before = MessagePosition(Date(timeIntervalSince1970: 2999), "m15999")
        #expect(try await ids(provider, .before(before), limit: 2) == ["m15997", "m15998"])
        let page = try await provider.messages(in: room, at: .before(before), limit: 2)
        #expect(page.hasOlder && page.hasNewer)
        #expect(try await ids(provider, .from(before), limit: 2) == ["m15999"])
        let around = try await provider.messages(
            in: room, at: .date(Date(timeIntervalSince1970: 1000)), limit: 4)
        #expect(around.messages.map(\.id) == ["m11998", "m11999", "m12000", "m12001"])
        #expect(around.hasOlder && around.hasNewer)
        let start = MessagePosition(Date(timeIntervalSince1970: 0), "m10000")
        let first = try await provider.messages(in: room, at: .from(start), limit: 1)
        #expect(first.messages.map(\.id) == ["m10000"] && !first.hasOlder && first.hasNewer)
        #expect(try await ids(provider, .before(start)) == [])
        #expect(try await provider.search("NEEDLE", in: room, limit: 10).map(\.id) == ["m14321"])
        #expect(try await provider.search("text m1599", in: room, limit: 2).map(\.id) == ["m15999", "m15998"])
        #expect(try await provider.search("needle", in: ChatRoom.ID(ann, "other"), limit: 10) == [])
    }

    @Test func aSearchFindsTheNewestOfItsRoomAlone() async throws {
        let store = try open()
        let messages = DatabaseMessageProvider(store: store)
        // By their bytes "room" and "room-1" come before "room2" and "Ω", and behind "Room".
        let rooms = ["Room", "Ω", "room2", "room", "room-1"].map { ChatRoom.ID(ann, $0) }
        for (number, room) in rooms.enumerated() {
            let remote = (0..<300).map { index in
                RemoteMessage(
                    id: "\(number)-\(1000 + index)", room: room.native,
                    created: Date(timeIntervalSince1970: Double(index)),
                    text: index.isMultiple(of: 3) ? "a lantern" : "nothing",
                    sender: ChatRoom.Person(id: "ben", name: "ben"))
            }
            try await messages.commit(MessageCommit(room, remote, at: clock.moment(in: BootID("boot"))))
        }
        for (number, room) in rooms.enumerated() {
            let found = try await messages.search("LANTERN", in: room, limit: 2).map(\.native)
            #expect(found == ["\(number)-1297", "\(number)-1294"], "\(room)")
            #expect(try await messages.search("lantern", in: room, limit: 500).count == 100)
        }
        for name in ["", "Q", "roo", "room1", "z"] {
            #expect(try await messages.search("lantern", in: ChatRoom.ID(ann, name), limit: 5) == [])
        }
    }

    // MARK: What is not sent

    private func item(
        _ id: String, _ text: String, _ state: OutboxItem.State, since uptime: Double? = nil
    ) throws -> OutboxItem {
        let payload = try RawJSON(try JSONEncoder().encode(MessagePayload(MessageContent(text: text))))
        let attempt = uptime.map { OutboxTime(date: clock.now, boot: "boot", uptime: $0) }
        return .sending(
            OutboxItem.ID(rawValue: id), account: ann, kind: OutboxItem.Kind(rawValue: "message"),
            target: room.target, state: state, payload: payload, since: attempt)
    }

    @Test func whatIsNotSentStandsBehindEverythingAndItsRowStays() async throws {
        let store = try open()
        let provider = provider(store)
        server.state.change { $0.messages = [message("a", at: 1)] }
        #expect(try await provider.sync(room) == nil)
        let uptime = clock.uptime / .seconds(1)
        let other = OutboxItem.made(
            OutboxItem.ID(rawValue: "entry-9"), account: ann, kind: .reply, target: room.target, text: "no message")
        writing.outbox.set(
            OutboxState(items: [
                try item("entry-1", "hi", .sending, since: uptime), try item("entry-2", "ho", .pending), other,
            ]))
        #expect(try await ids(provider) == ["a", "entry-1", "entry-2"])
        // The echo comes before the answer.
        clock.advance(by: .seconds(1))
        server.state.change { $0.messages += [message("m1", at: 2_000_000_000, by: "ann", "hi"), message("b", at: 3)] }
        #expect(try await provider.sync(room) == nil)
        var rows = try await provider.messages(in: room, at: .newest, limit: 50).messages
        #expect(rows.map(\.id) == ["a", "b", "entry-1", "entry-2"])
        #expect(rows[2].native == "m1" && rows[2].state == .sent && rows[3].item?.rawValue == "entry-2")
        // It was another device's after all: a row of its own, and nothing is gone.
        writing.outbox.set(
            OutboxState(items: [try item("entry-1", "hi", .failed), try item("entry-2", "ho", .pending)]))
        #expect(try await ids(provider) == ["a", "b", "m1", "entry-1", "entry-2"])
        // The outbox has the last word, and that is kept.
        let sent = OutboxItem.made(
            OutboxItem.ID(rawValue: "entry-1"), account: ann, kind: OutboxItem.Kind(rawValue: "message"),
            target: room.target, state: .sent, result: "m1")
        writing.outbox.set(OutboxState(items: [], sent: [sent]))
        #expect(try await ids(provider) == ["a", "b", "entry-1"])
        writing.outbox.set(OutboxState())
        #expect(try await ids(provider) == ["a", "b", "entry-1"])
        try await store.close()
        rows = try await self.provider(try open()).messages(in: room, at: .newest, limit: 50).messages
        #expect(rows.map(\.id) == ["a", "b", "entry-1"])
        // An older part has none of what is not sent.
        #expect(rows.allSatisfy { $0.item == nil })
    }
}
