import Core
import Foundation
import Mocks
import Testing

@testable import Cloud

/// Emitting, with and without acknowledgements.
@Suite(.timeLimit(.minutes(5)))
struct SocketEmissionTests {
    private struct Typing: Encodable { let isTyping: Bool }

    @Test
    func anEventIsSentAsJSON() async throws {
        let world = try SocketWorld()
        let (room, _) = try await world.joined()
        try await room.emit("typing", Typing(isTyping: true), "a/\"b\"\u{1E}", 3, RawJSON(#"{"z":1.50}"#))
        #expect(
            world.server.bodies.last == #"42/a,["typing",{"isTyping":true},"a/\"b\"\u001e",3,{"z":1.50}]"#)
        await world.client.close()
    }

    @Test
    func withoutAConnectionNothingIsSentNowOrLater() async throws {
        let world = try SocketWorld()
        world.server.holdHandshakes()
        let room = try await world.client.join("/a")
        let early = await socketError { try await room.emit("x") }
        #expect(early?.reason == .notConnected)
        #expect(early?.isUnsent == true)
        #expect(early?.code == .offline)
        world.server.handshakes.push(.packets([EngineIOPacket.open(EngineIOHandshake(sid: "s1")).text]))
        await world.server.wait { $0.count == 1 }
        // Connected, and not joined yet.
        #expect(await socketError { try await room.emit("x") }?.reason == .notConnected)
        world.server.say(#"40/a,{"sid":"n1"}"#)
        var updates = room.updates.makeAsyncIterator()
        _ = await updates.next()
        try await room.emit("y")
        #expect(world.server.bodies == ["40/a,", #"42/a,["y"]"#])
        await world.client.close()
    }

    @Test(arguments: ["connect", "disconnect", "connect_error", "disconnecting", "newListener", "removeListener"])
    func wordsOfTheProtocolAreNoEvents(name: String) async throws {
        let world = try SocketWorld()
        let (room, _) = try await world.joined()
        #expect(await socketError { try await room.emit(name) }?.reason == .unsendable)
        #expect(world.server.postCount.value == 1)
        await world.client.close()
    }

    @Test
    func whatIsNoJSONIsNotSent() async throws {
        let world = try SocketWorld()
        let (room, _) = try await world.joined()
        #expect(await socketError { try await room.emit("x", Double.infinity) }?.reason == .unsendable)
        await world.client.close()
    }

    // MARK: Acknowledgements of the server

    @Test
    func acknowledgementsFindTheirEvents() async throws {
        let world = try SocketWorld()
        let (room, _) = try await world.joined()
        let first = Task { try await room.emitAcknowledged("x", 1) }
        await world.server.wait { $0.contains(#"42/a,1["x",1]"#) }
        let second = Task { try await room.emitAcknowledged("y") }
        await world.server.wait { $0.contains(#"42/a,2["y"]"#) }
        world.server.say(#"461-/a,2["two",{"_placeholder":true,"num":0}]"#, "bAQI=", #"43/a,1["one"]"#)
        #expect(try await first.value.values == [try RawJSON(#""one""#)])
        let answer = try await second.value
        #expect(answer.values.first?.string == "two")
        #expect(answer.data(of: answer.values[1]) == Data([1, 2]))
        await world.client.close()
    }

    @Test
    func anAcknowledgementThatDoesNotComeMeansThatNobodyKnows() async throws {
        let world = try SocketWorld()
        let (room, joined) = try await world.joined()
        var updates = joined
        let sending = Task { await socketError { try await room.emitAcknowledged("x", within: .seconds(7)) } }
        await world.server.wait { $0.contains(#"42/a,1["x"]"#) }
        await world.settled()
        try await world.clock.waitForSleepers(2)
        world.clock.advance(by: .seconds(7))
        let error = await sending.value
        #expect(error?.reason == .outcomeUnknown)
        #expect(error?.code == .outcomeUnknown)
        #expect(error?.isUnsent == false)
        // Too late it means nothing, and harms nothing.
        world.server.say(#"43/a,1[]"#, #"42/a,["z"]"#)
        guard case .event = await updates.next() else { return #expect(Bool(false)) }
        #expect(world.server.bodies.filter { $0.contains("\"x\"") }.count == 1)
        await world.client.close()
    }

    @Test
    func aConnectionThatBreaksMeansThatNobodyKnows() async throws {
        let world = try SocketWorld()
        let (room, _) = try await world.joined()
        let sending = Task { await socketError { try await room.emitAcknowledged("x") } }
        await world.server.wait { $0.contains(#"42/a,1["x"]"#) }
        world.breakPoll()
        #expect(await sending.value?.reason == .outcomeUnknown)
        let pause = try await world.pause()
        world.clock.advance(by: pause)
        await world.server.wait { $0.filter { $0 == "40/a," }.count == 2 }
        world.server.say(#"40/a,{"sid":"n2"}"#, #"43/a,1[]"#)
        await world.server.pollCount.reaches(4)
        #expect(world.server.bodies.filter { $0.contains("\"x\"") }.count == 1)
        await world.client.close()
    }

    @Test
    func aCancelledOneIsGivenUp() async throws {
        let world = try SocketWorld()
        let (room, _) = try await world.joined()
        let sending = Task { try await room.emitAcknowledged("x") }
        await world.server.wait { $0.contains(#"42/a,1["x"]"#) }
        sending.cancel()
        await #expect(throws: CancellationError.self) { try await sending.value }
        #expect(await world.client.acknowledgements.isEmpty)
        await world.client.close()
    }

    // MARK: Acknowledgements of this client

    @Test
    func anEventIsAcknowledgedOverItsOwnConnectionOnly() async throws {
        let world = try SocketWorld()
        let (room, joined) = try await world.joined()
        var updates = joined
        world.server.say(#"42/a,13["ask",1]"#, #"42/a,["tell"]"#)
        guard case .event(let ask) = await updates.next(), case .event(let tell) = await updates.next() else {
            return #expect(Bool(false))
        }
        #expect(ask.expectsAcknowledgement)
        try await room.acknowledge(ask, "yes", 2)
        #expect(world.server.bodies.last == #"43/a,13["yes",2]"#)
        #expect(await socketError { try await room.acknowledge(tell) }?.reason == .unsendable)
        world.breakPoll()
        _ = await updates.next()
        let pause = try await world.pause()
        world.clock.advance(by: pause)
        await world.server.wait { $0.filter { $0 == "40/a," }.count == 2 }
        world.server.say(#"40/a,{"sid":"n2"}"#)
        #expect(await updates.next() == .joined(sid: "n2"))
        #expect(await socketError { try await room.acknowledge(ask, "yes") }?.reason == .notConnected)
        await world.client.close()
    }
}
