import Foundation
import Mocks
import Testing

@testable import Core
@testable import Database

/// A room that is open, on a simulated disk.
@Suite(.timeLimit(.minutes(5)))
struct MessageFollowingTests {
    private let clock = ManualClock()
    private let server = RoomServer()
    private let live = ScriptedLive()
    private let connectivity = MockConnectivityProvider()
    private let room = ChatRoom.ID(AccountKey(site: .demo, name: "ann"), "r")
    private let store: JSONStore
    private let provider: DefaultMessageProvider

    init() throws {
        store = try JSONStore(directory: "/tmp/store", files: InMemoryFileSystem(), time: ManualClock())
        provider = DefaultMessageProvider(
            MessageSending(server, time: clock, boot: BootID("boot")), live: live,
            store: DatabaseMessageProvider(store: store), writing: MockWritingProvider(), connectivity: connectivity,
            time: clock, boot: BootID("boot"))
    }

    private func message(_ id: String, at seconds: Double) -> RemoteMessage {
        RemoteMessage(
            id: id, room: "r", created: Date(timeIntervalSince1970: seconds), text: id,
            sender: ChatRoom.Person(id: "ben", name: "Ben"))
    }

    /// Follows the room; its state is in the value.
    private func follow() -> (status: ObservableValue<RoomStatus>, task: Task<Void, Never>) {
        let status = ObservableValue(RoomStatus())
        let statuses = provider.follow(room)
        let task = Task { for await one in statuses { status.set(one) } }
        return (status, task)
    }

    private func wait(_ status: ObservableValue<RoomStatus>, until isWanted: (RoomStatus) -> Bool) async {
        for await one in status.values where isWanted(one) { return }
    }

    private func waitForRows(_ ids: [String]) async throws {
        let changes = provider.changes()
        if try await rows() == ids { return }
        for await _ in changes where try await rows() == ids { return }
    }

    private func rows() async throws -> [String] {
        try await provider.messages(in: room, at: .newest, limit: 50).messages.map(\.id)
    }

    @Test func aMessageOfTheHoleIsThereOnceAndEachConnectionAsksAgain() async throws {
        server.state.change { $0.messages = [message("a", at: 1)] }
        let (status, task) = follow()
        await wait(live.followed) { $0 == 1 }
        #expect(server.state.value.asked.isEmpty)
        live.tell(.connected)
        await wait(status) { $0.isInStep && $0.isLive }
        live.tell(.message(message("b", at: 2)))
        live.tell(.message(message("b", at: 2)))
        try await waitForRows(["a", "b"])
        // While nothing comes live, something is written.
        live.tell(.disconnected(DataError(.offline)))
        await wait(status) { !$0.isLive }
        server.state.change { $0.messages += [message("b", at: 2), message("c", at: 3)] }
        live.tell(.connected)
        live.tell(.message(message("d", at: 4)))
        live.tell(.message(message("c", at: 3)))
        try await waitForRows(["a", "b", "c", "d"])
        await wait(status) { $0.isInStep && $0.isLive }
        #expect(server.state.value.asked == [nil, Date(timeIntervalSince1970: -9)])
        // Leaving ends the live events.
        task.cancel()
        await wait(live.followed) { $0 == 0 }
        try await store.close()
    }

    private func wait(_ count: ObservableValue<Int>, until isWanted: (Int) -> Bool) async {
        for await one in count.values where isWanted(one) { return }
    }

    @Test func aSocketThatSaysNothingLeavesTheRequests() async throws {
        server.state.change { $0.messages = [message("a", at: 1)] }
        let (status, task) = follow()
        try await clock.waitForSleepers(1)
        clock.advance(by: RoomSync.patience)
        await wait(status) { $0.isInStep && !$0.isLive }
        server.state.change { $0.messages += [message("b", at: 2)] }
        try await clock.waitForSleepers(1)
        clock.advance(by: RoomSync.interval)
        try await waitForRows(["a", "b"])
        // A failure is said, and what is stored stays.
        server.state.change { $0.error = NetworkError(.offline) }
        try await clock.waitForSleepers(1)
        clock.advance(by: RoomSync.interval)
        await wait(status) { $0.error?.code == .offline }
        #expect(try await rows() == ["a", "b"])
        task.cancel()
        await wait(live.followed) { $0 == 0 }
        try await store.close()
    }
}
