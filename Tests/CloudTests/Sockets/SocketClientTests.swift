import Core
import Foundation
import Mocks
import Synchronization
import Testing

@testable import Cloud

/// Joining, receiving and leaving.
@Suite(.timeLimit(.minutes(5)))
struct SocketClientTests {
    @Test
    func itConnectsWithTheFirstNamespaceAndPassesOnEvents() async throws {
        let world = try SocketWorld()
        #expect(world.client.state.value == .idle)
        let room = try await world.client.join("/chats-12?v=2") { try RawJSON(#"{"token": "t/1"}"#) }
        #expect(room.name == "/chats-12")
        await world.server.wait { $0 == [#"40/chats-12?v=2,{"token":"t/1"}"#] }
        #expect(world.client.state.value == .connected(sid: "s1"))
        world.server.say(
            #"40/chats-12,{"sid":"n1"}"#, #"42/chats-12,["chat",{"id":1}]"#, #"42/chats-12,["chat",{"id":2},3]"#,
            #"451-/chats-12,["file",{"_placeholder":true,"num":0}]"#, "bAQI=")
        var updates = room.updates.makeAsyncIterator()
        #expect(await updates.next() == .joined(sid: "n1"))
        var events: [SocketEvent] = []
        for _ in 0..<3 { if case .event(let event) = await updates.next() { events.append(event) } }
        #expect(events.map(\.name) == ["chat", "chat", "file"])
        #expect(events[0].arguments.values == [try RawJSON(#"{"id":1}"#)])
        #expect(events[1].arguments.values.count == 2)
        #expect(events[2].arguments.data(of: events[2].arguments.values[0]) == Data([1, 2]))
        #expect(!events[0].expectsAcknowledgement)
        await world.client.close()
        #expect(await updates.next() == nil)
        #expect(world.client.state.value == .idle)
        #expect(world.server.bodies.last == "1")
    }

    @Test
    func eventsBeforeTheServersWordWaitForIt() async throws {
        let world = try SocketWorld()
        let room = try await world.client.join("/a")
        await world.server.wait { $0.count == 1 }
        world.server.say(#"42/a,["early"]"#)
        await world.server.pollCount.reaches(2)
        world.server.say(#"40/a,{"sid":"n1"}"#, #"42/a,["late"]"#)
        var updates = room.updates.makeAsyncIterator()
        #expect(await updates.next() == .joined(sid: "n1"))
        for name in ["early", "late"] {
            guard case .event(let event) = await updates.next() else { return #expect(Bool(false)) }
            #expect(event.name == name)
        }
        await world.client.close()
    }

    @Test
    func severalNamespacesShareOneConnection() async throws {
        let world = try SocketWorld()
        let (_, joinedFirst) = try await world.joined("/a")
        var first = joinedFirst
        let root = try await world.client.join()
        await world.server.wait { $0.contains("40") }
        world.server.say(#"40{"sid":"n2"}"#, #"42["to root"]"#, #"42/a,["to a"]"#, #"42/b,["to nobody"]"#)
        var second = root.updates.makeAsyncIterator()
        #expect(await second.next() == .joined(sid: "n2"))
        guard case .event(let toRoot) = await second.next(), case .event(let toA) = await first.next() else {
            return #expect(Bool(false))
        }
        #expect([toRoot.name, toA.name] == ["to root", "to a"])
        #expect(world.server.handshakeCount.value == 1)
        await world.client.close()
    }

    @Test
    func leavingTheLastOneEndsTheConnection() async throws {
        let world = try SocketWorld()
        let (first, joined) = try await world.joined("/a")
        var updates = joined
        let (second, _) = try await world.joined("/b")
        await first.leave()
        #expect(await updates.next() == nil)
        #expect(world.server.bodies.last == "41/a,")
        #expect(world.client.state.value == .connected(sid: "s1"))
        await second.leave()
        await world.client.state.wait { $0 == .idle }
        #expect(world.server.bodies.last == "1")
        #expect(await socketError { try await second.emit("x") }?.reason == .notConnected)
        // A handle of before has no power over the namespace that was joined anew.
        let (again, joinedNews) = try await world.joined("/a")
        var news = joinedNews
        await first.leave()
        world.server.say(#"42/a,["still here"]"#)
        #expect(await news.next()?.error == nil)
        #expect(again.name == "/a")
        await world.client.close()
    }

    // MARK: What the server refuses

    @Test
    func aRefusedNamespaceIsNotJoinedByItself() async throws {
        let world = try SocketWorld()
        let room = try await world.client.join("/a")
        var updates = room.updates.makeAsyncIterator()
        await world.server.wait { $0.count == 1 }
        world.server.say(#"44/a,{"message":"Not authorized","data":{"code":7}}"#)
        let error = try #require(await updates.next()?.error)
        #expect(error.reason == .refused)
        #expect(error.message.hasSuffix("It says: Not authorized"))
        #expect(error.details?["data"]?["code"]?.int == 7)
        #expect(!error.isRetryable)
        await world.client.state.wait { $0 == .ended(error) }
        #expect(world.server.bodies.last == "1")
        #expect(world.server.handshakeCount.value == 1)
        await room.rejoin()
        await world.server.wait { $0.last == "40/a," }
        world.server.say(#"40/a,{"sid":"n2"}"#)
        #expect(await updates.next() == .joined(sid: "n2"))
        #expect(world.server.handshakeCount.value == 2)
        // Where nothing is ended it does nothing.
        await room.rejoin()
        await world.client.close()
    }

    @Test
    func oneThatIsRefusedLeavesTheOthersAlone() async throws {
        let world = try SocketWorld()
        let (_, joinedGood) = try await world.joined("/a")
        var good = joinedGood
        let room = try await world.client.join("/b")
        await world.server.wait { $0.contains("40/b,") }
        world.server.say(#"44/b,"Unable to connect""#, #"42/a,["x"]"#)
        var bad = room.updates.makeAsyncIterator()
        guard case .ended(let error) = await bad.next() else { return #expect(Bool(false)) }
        #expect(error.message.hasSuffix("It says: Unable to connect"))
        #expect(await good.next()?.error == nil)
        #expect(world.client.state.value == .connected(sid: "s1"))
        // It is out behind the next connection, too.
        world.breakPoll()
        #expect(await good.next()?.error?.reason == .lost)
        let pause = try await world.pause()
        world.clock.advance(by: pause)
        await world.server.wait { $0.filter { $0 == "40/a," }.count == 2 }
        #expect(world.server.bodies.filter { $0.hasPrefix("40/b") }.count == 1)
        await world.client.close()
    }

    @Test
    func aServerThatTakesOneOutIsHeard() async throws {
        let world = try SocketWorld()
        let (_, joined) = try await world.joined()
        var updates = joined
        world.server.say("41/a,")
        guard case .ended(let error) = await updates.next() else { return #expect(Bool(false)) }
        #expect(error.reason == .closed)
        #expect(!error.isRetryable)
        await world.client.state.wait { $0 == .ended(error) }
        await world.client.close()
        #expect(world.client.state.value == .idle)
    }

    @Test
    func aServerOfAnotherVersionEndsEverything() async throws {
        let world = try SocketWorld()
        let room = try await world.client.join("/")
        await world.server.wait { $0.count == 1 }
        world.server.say("40")
        var updates = room.updates.makeAsyncIterator()
        #expect(await updates.next()?.error?.reason == .wrongVersion)
        await world.client.state.wait { if case .ended = $0 { true } else { false } }
        #expect(world.server.handshakeCount.value == 1)
    }

    @Test
    func aServerThatDoesNotAnswerToJoiningIsLeft() async throws {
        let world = try SocketWorld(PollingServer(EngineIOHandshake(sid: "s1", pingInterval: .seconds(50))))
        let room = try await world.client.join("/a")
        await world.server.wait { $0.count == 1 }
        await world.settled()
        try await world.clock.waitForSleepers(2)
        world.clock.advance(by: .seconds(45))
        for await state in world.client.state.values {
            guard case .waiting(_, let error) = state else { continue }
            #expect(error.reason == .unanswered)
            break
        }
        let pause = try await world.pause()
        world.clock.advance(by: pause)
        await world.server.wait { $0.filter { $0 == "40/a," }.count == 2 }
        world.server.say(#"40/a,{"sid":"n1"}"#)
        var updates = room.updates.makeAsyncIterator()
        #expect(await updates.next() == .joined(sid: "n1"))
        await world.client.close()
    }

    @Test(arguments: ["a", "", "/a,b", "/a b", "/a\u{1E}", "/" + String(repeating: "x", count: 512)])
    func namesThatAreNoneAreRefused(name: String) async throws {
        let world = try SocketWorld()
        await #expect(throws: DataError.self) { _ = try await world.client.join(name) }
        #expect(world.client.state.value == .idle)
    }

    @Test
    func aNamespaceIsJoinedOnce() async throws {
        let world = try SocketWorld()
        _ = try await world.client.join("/a")
        await #expect(throws: DataError.self) { _ = try await world.client.join("/a?x=1") }
        await world.client.close()
    }

    // MARK: Bounds

    @Test
    func aConsumerThatTakesNothingEndsTheConnection() async throws {
        let world = try SocketWorld { $0.maximumWaitingEvents = 3 }
        let (_, joined) = try await world.joined()
        var updates = joined
        let events = (1...4).map { #"42/a,["chat",\#($0)]"# }
        world.server.polls.push(.packets(events))
        let pause = try await world.pause()
        world.clock.advance(by: pause)
        await world.server.wait { $0.filter { $0 == "40/a," }.count == 2 }
        world.server.say(#"40/a,{"sid":"n2"}"#, events[0])
        // What was dropped is told of, and nothing that belongs to it comes.
        #expect(await updates.next()?.error?.reason == .flooded)
        #expect(await updates.next() == .joined(sid: "n2"))
        guard case .event(let event) = await updates.next() else { return #expect(Bool(false)) }
        #expect(event.arguments.values == [try RawJSON("1")])
        await world.client.close()
    }

    @Test
    func bytesCountToo() async throws {
        let world = try SocketWorld { $0.maximumBytes = 100 }
        let (_, joined) = try await world.joined()
        var updates = joined
        let event = #"42/a,["chat","\#(String(repeating: "x", count: 60))"]"#
        // One after the other there is room for them.
        for _ in 0..<3 {
            let polls = world.server.pollCount.value
            world.server.say(event)
            await world.server.pollCount.reaches(polls + 1)
            guard case .event = await updates.next() else { return #expect(Bool(false)) }
        }
        world.server.say(event)
        world.server.say(event)
        _ = try await world.pause()
        #expect(await updates.next()?.error?.reason == .flooded)
        await world.client.close()
    }

    @Test
    func eventsThatBelongToNobodyAreBounded() async throws {
        let world = try SocketWorld()
        let (_, joined) = try await world.joined()
        var updates = joined
        world.server.polls.push(.packets(Array(repeating: #"42/b,["x"]"#, count: SocketClient.maximumStrays)))
        world.server.say(#"42/a,["y"]"#)
        guard case .event = await updates.next() else { return #expect(Bool(false)) }
        world.server.say(#"42/b,["x"]"#)
        #expect(await updates.next()?.error?.reason == .flooded)
        await world.client.close()
    }

    @Test
    func nonsenseEndsTheConnection() async throws {
        let world = try SocketWorld()
        let (_, joined) = try await world.joined()
        var updates = joined
        world.server.say(#"42/a,{"no":"array"}"#)
        let error = try #require(await updates.next()?.error)
        #expect(error.reason == .malformed)
        #expect(error.message.contains("at byte 4"))
        await world.client.close()
    }
}
