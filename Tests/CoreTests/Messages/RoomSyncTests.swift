import Foundation
import Testing

@testable import Core

struct RoomSyncTests {
    private let ben = ChatRoom.Person(id: "ben", name: "Ben")

    private func message(_ id: String) -> RemoteMessage {
        RemoteMessage(id: id, room: "r", created: Date(timeIntervalSince1970: 1), text: id, sender: ben)
    }

    private func live(_ events: RoomSync.Event...) -> RoomSync {
        var sync = RoomSync()
        _ = sync.handle(.opened(isLive: true))
        for event in events { _ = sync.handle(event) }
        return sync
    }

    @Test func liveEventsAreJoinedBeforeTheServerIsAsked() {
        var sync = RoomSync()
        #expect(sync.handle(.opened(isLive: true)) == [.join, .wait(1, RoomSync.patience)])
        #expect(sync.handle(.connected) == [.fetch(1)])
        #expect(sync.fetching == 1 && sync.isConnected && !sync.isInStep)
        #expect(sync.handle(.message(message("a"))) == [])
        #expect(sync.handle(.answered(1, nil)) == [.store([message("a")])])
        #expect(sync.isInStep)
        #expect(sync.handle(.message(message("b"))) == [.store([message("b")])])
        // The pause before the first connection is over for nobody.
        #expect(sync.handle(.waited(1)) == [])
    }

    @Test func anAnswerThatWasAskedForBeforeTheConnectionIsAskedForAgain() {
        var sync = live(.waited(1))
        #expect(sync.fetching == 1)
        #expect(sync.handle(.connected) == [])
        #expect(sync.handle(.message(message("a"))) == [])
        #expect(sync.handle(.answered(1, nil)) == [.store([message("a")]), .fetch(2)])
        #expect(!sync.isInStep)
        #expect(sync.handle(.answered(2, nil)) == [] && sync.isInStep)
    }

    @Test func eachConnectionAsksAgainAndRefreshesTheList() {
        var sync = live(.connected, .answered(1, nil))
        #expect(sync.handle(.disconnected(DataError(.offline))) == [.wait(3, RoomSync.interval)])
        #expect(sync.handle(.connected) == [.fetch(2), .refreshRooms])
        #expect(!sync.isInStep)
    }

    @Test func withoutLiveEventsTheServerIsAskedFromTimeToTime() {
        var sync = RoomSync()
        #expect(sync.handle(.opened(isLive: false)) == [.fetch(1)])
        #expect(sync.handle(.answered(1, nil)) == [.wait(2, RoomSync.interval)])
        #expect(sync.handle(.waited(2)) == [.fetch(2)])
        #expect(sync.handle(.left) == [])
        #expect(sync.handle(.answered(2, nil)) == [] && sync == RoomSync())
    }

    @Test func aSocketThatFailsLeavesTheRequests() {
        var sync = live()
        #expect(sync.handle(.disconnected(DataError(.serverError))) == [.fetch(1)])
        #expect(sync.handle(.answered(1, nil)) == [.wait(3, RoomSync.interval)])
        #expect(sync.isInStep && !sync.isConnected)
    }

    @Test func aFailureIsTriedAgainAfterLongerAndLongerPauses() {
        var sync = live(.connected)
        let error = DataError(.offline, isRetryable: true)
        var pauses: [Duration] = []
        for number in 1...9 {
            let actions = sync.handle(.answered(number, error))
            guard case .wait(let wait, let pause)? = actions.first else {
                Issue.record("\(actions)")
                return
            }
            pauses.append(pause)
            #expect(sync.handle(.waited(wait)) == [.fetch(number + 1)])
        }
        #expect(pauses == [5, 10, 20, 40, 80, 160, 300, 300, 300].map { .seconds($0) })
        #expect(sync.error == error)
        #expect(sync.handle(.answered(10, nil)) == [] && sync.error == nil)
        // What is refused for good is not.
        var refused = live(.connected)
        #expect(refused.handle(.answered(1, DataError(.notFound))) == [])
        #expect(refused.handle(.reachable) == [.fetch(2)])
        // What does not pass by itself may be mended, as by signing in again.
        var over = live(.connected)
        #expect(over.handle(.answered(1, DataError(.sessionExpired))) == [.wait(3, .seconds(300))])
        #expect(over.handle(.waited(3)) == [.fetch(2)])
        #expect(over.handle(.answered(2, nil)) == [] && over.isInStep)
    }

    @Test func whatCouldNotBeStoredIsAskedForAgain() {
        var sync = live(.connected, .answered(1, nil))
        #expect(sync.handle(.message(message("a"))) == [.store([message("a")])])
        #expect(sync.handle(.notStored(DataError(.noSpace))) == [.wait(3, .seconds(5))])
        #expect(!sync.isInStep && sync.error?.code == .noSpace)
        #expect(sync.handle(.waited(3)) == [.fetch(2)])
        // Nor can what was held back while it is asked for.
        #expect(sync.handle(.notStored(DataError(.noSpace))) == [])
        #expect(sync.handle(.answered(2, nil)) == [.fetch(3)])
        #expect(sync.handle(.answered(3, nil)) == [] && sync.isInStep && sync.error == nil)
    }

    @Test func tooManyHeldMessagesAreAskedForInstead() {
        var sync = live(.connected)
        for number in 0...RoomSync.mostHeld { #expect(sync.handle(.message(message("\(number)"))) == []) }
        #expect(sync.handle(.answered(1, nil)) == [.fetch(2)])
    }

    @Test func leavingStoresWhatWasHeldAndEndsEverything() {
        var sync = live(.connected)
        _ = sync.handle(.message(message("a")))
        #expect(sync.handle(.left) == [.store([message("a")]), .leave])
        for event: RoomSync.Event in [.connected, .message(message("b")), .reachable, .waited(2), .left] {
            #expect(sync.handle(event) == [])
        }
    }
}
