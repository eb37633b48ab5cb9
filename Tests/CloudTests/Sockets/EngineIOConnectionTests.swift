import Core
import Foundation
import Mocks
import Testing

@testable import Cloud

@Suite(.timeLimit(.minutes(5)))
struct EngineIOConnectionTests {
    // MARK: What comes

    @Test
    func itShakesHandsAndPassesOnWhatComesInOrder() async throws {
        let run = try EngineIORun()
        await run.connected()
        #expect(run.opened.value?.sid == "s1")
        run.server.say("4a", "bAQI=", "4b")
        await run.received.wait { $0.count == 3 }
        await run.server.pollCount.reaches(2)
        run.server.say("4c")
        await run.received.wait { $0.count == 4 }
        #expect(run.received.value == [.text("a"), .binary(Data([1, 2])), .text("b"), .text("c")])
        let urls = run.server.requests.prefix(2).map(\.url.absoluteString)
        #expect(
            urls == [
                "https://chat.example/socket.io/?EIO=4&transport=polling",
                "https://chat.example/socket.io/?EIO=4&transport=polling&sid=s1",
            ])
        await run.stop()
    }

    @Test
    func packetsBehindTheFirstOneCount() async throws {
        let server = PollingServer()
        let open = EngineIOPacket.open(EngineIOHandshake(sid: "s1")).text
        server.handshakes.push(.packets([open, "4a"]))
        let run = try EngineIORun(server)
        await run.connected()
        #expect(run.received.value == [.text("a")])
        await run.stop()
    }

    @Test
    func onePollIsUnderWayAndTheNextOneBeginsWhenItsPacketsAreTaken() async throws {
        let gate = ObservableValue(false)
        let run = try EngineIORun(receive: { _ in
            await gate.wait { $0 }
        })
        await run.connected()
        run.server.say("4a")
        await run.received.wait { $0.count == 1 }
        #expect(run.server.openPolls == 0)
        #expect(run.server.pollCount.value == 1)
        gate.set(true)
        await run.server.pollCount.reaches(2)
        #expect(run.server.mostPolls == 1)
        await run.stop()
    }

    @Test
    func aPollHasTheTimeOfBothPingTimesAndTenSeconds() async throws {
        let server = PollingServer(
            EngineIOHandshake(sid: "s1", pingInterval: .seconds(7), pingTimeout: .milliseconds(2500)))
        let run = try EngineIORun(server)
        await run.connected()
        let poll = try #require(server.requests.last)
        #expect(poll.timeout == .milliseconds(19_500))
        #expect(poll.isSentOnce && poll.usesOwnConnection)
        #expect(poll.maximumBytes == 16 << 20)
        await run.stop()
    }

    @Test
    func aFailedPollEndsTheConnectionAndIsNotRepeated() async throws {
        let run = try EngineIORun()
        run.server.polls.push(.fail(NetworkError(.offline, underlying: ConnectionFailure(.lost))))
        let end = await run.life.value
        #expect(end?.reason == .lost)
        #expect(end?.isRetryable == true)
        #expect(run.server.pollCount.value == 1)
        #expect(run.server.handshakeCount.value == 1)
    }

    @Test(arguments: [
        ("", SocketError.Reason.malformed), ("9", .malformed), ("4a\u{1E}", .malformed), ("3", .malformed),
        ("5", .malformed), ("b!", .malformed), (#"0{"sid":"x","pingInterval":5,"pingTimeout":5}"#, .malformed),
        ("1", .closed), ("<!DOCTYPE html><html></html>", .lost),
    ])
    func aPollThatIsNoneEndsTheConnection(body: String, reason: SocketError.Reason) async throws {
        let run = try EngineIORun()
        run.server.polls.push(.respond(200, [:], body))
        let end = await run.life.value
        #expect(end?.reason == reason)
        #expect(end?.isRetryable == true)
        #expect(run.server.pollCount.value == 1)
    }

    @Test(arguments: [true, false])
    func aSessionThatTheServerDoesNotKnowIsSaidSo(byPoll: Bool) async throws {
        let run = try EngineIORun()
        let answer = PollingServer.Answer.respond(400, [:], #"{"code":1,"message":"Session ID unknown"}"#)
        if byPoll {
            run.server.polls.push(answer)
        } else {
            run.server.posts.push(answer)
            await run.connected()
            #expect(await socketError { try await run.connection.send("a") }?.reason == .outcomeUnknown)
        }
        #expect(await run.life.value?.reason == .sessionUnknown)
    }

    @Test(arguments: [(400, #"{"code":3}"#), (404, ""), (500, ""), (302, ""), (204, "")])
    func anyOtherStatusIsALostConnection(status: Int, body: String) async throws {
        let run = try EngineIORun()
        run.server.polls.push(.respond(status, [:], body))
        let end = await run.life.value
        #expect(end?.reason == (status == 204 ? .malformed : .lost))
        #expect(end?.isRetryable == true)
    }

    // MARK: The heartbeat

    @Test
    func aPingIsAnsweredBeforeWhatWaits() async throws {
        let run = try EngineIORun()
        await run.connected()
        run.server.holdPosts()
        var sending: [Task<Void, any Error>] = []
        for text in ["a", "b"] {
            sending.append(Task { try await run.connection.send(text) })
            await run.server.postCount.reaches(1)
            while await run.connection.waitingCount < sending.count - 1 { await Task.yield() }
        }
        run.server.say("2")
        await run.server.pollCount.reaches(2)
        run.server.holdPosts(false)
        run.server.posts.push(.respond(200, [:], "ok"))
        for task in sending { try await task.value }
        await run.server.postCount.reaches(2)
        #expect(run.server.bodies == ["4a", "3|4b"])
        #expect(run.server.mostPosts == 1)
        await run.stop()
    }

    @Test
    func aServerThatDoesNotPingIsGone() async throws {
        let run = try EngineIORun()
        await run.connected()
        try await run.clock.waitForSleepers(1)
        run.clock.advance(by: .seconds(30))
        run.server.say("2")
        await run.server.postCount.reaches(1)
        await run.settled()
        try await run.clock.waitForSleepers(1)
        // The ping has prolonged the life; a message does not.
        run.clock.advance(by: .seconds(44))
        run.server.say("4a")
        await run.server.pollCount.reaches(3)
        try await run.clock.waitForSleepers(1)
        #expect(run.opened.value != nil)
        run.clock.advance(by: .seconds(1))
        let end = await run.life.value
        #expect(end?.reason == .silent)
        #expect(end?.code == .timedOut)
        #expect(end?.isRetryable == true)
        #expect(run.received.value == [.text("a")])
    }

    @Test(arguments: ["6", "2"])
    func aServerThatSaysNothingAgainAndAgainEnds(packet: String) async throws {
        let run = try EngineIORun()
        for _ in 0..<100 { run.server.say(packet) }
        let end = await run.life.value
        #expect(end?.reason == .flooded)
        #expect(run.server.pollCount.value == EngineIOConnection.Limit.quietPackets + 1)
    }

    @Test
    func quietPacketsOfWholeHoursAreNoFlood() async throws {
        let run = try EngineIORun()
        for count in 1...50 {
            await run.server.pollCount.reaches(count)
            try await run.clock.waitForSleepers(1)
            run.clock.advance(by: .seconds(25))
            run.server.say("2")
            await run.server.postCount.reaches(count)
            await run.settled()
        }
        #expect(run.server.bodies == Array(repeating: "3", count: 50))
        await run.stop()
    }

    // MARK: What is sent

    @Test
    func onePostIsUnderWayAndWhatWaitsGoesTogether() async throws {
        let run = try EngineIORun()
        await run.connected()
        run.server.holdPosts()
        let first = Task { try await run.connection.send("a") }
        await run.server.postCount.reaches(1)
        var rest: [Task<Void, any Error>] = []
        for text in ["b", "c", "d"] {
            rest.append(Task { try await run.connection.send(text) })
            while await run.connection.waitingCount < rest.count { await Task.yield() }
        }
        run.server.holdPosts(false)
        run.server.posts.push(.respond(200, [:], "ok"))
        try await first.value
        for task in rest { try await task.value }
        #expect(run.server.bodies == ["4a", "4b|4c|4d"])
        #expect(run.server.mostPosts == 1)
        let post = try #require(run.server.requests.last { $0.method == .post })
        #expect(post.headers["Content-Type"] == "text/plain;charset=UTF-8")
        #expect(post.url.query == "EIO=4&transport=polling&sid=s1")
        await run.stop()
    }

    @Test
    func aPostIsAsLargeAsTheServerTakes() async throws {
        let run = try EngineIORun(PollingServer(EngineIOHandshake(sid: "s1", maxPayload: 9)))
        await run.connected()
        run.server.holdPosts()
        var tasks: [Task<Void, any Error>] = []
        // 4abc and 4def and what is between them are nine bytes; 4abc and 4defg are nine without it.
        for text in ["x", "abc", "def", "abc", "defg", "é", "ghijklmn"] {
            tasks.append(Task { try await run.connection.send(text) })
            if tasks.count == 1 { await run.server.postCount.reaches(1) }
            while await run.connection.waitingCount < tasks.count - 1 { await Task.yield() }
        }
        run.server.holdPosts(false)
        run.server.posts.push(.respond(200, [:], "ok"))
        for task in tasks { try await task.value }
        #expect(run.server.bodies == ["4x", "4abc|4def", "4abc", "4defg|4é", "4ghijklmn"])
        #expect(run.server.requests.compactMap(\.body?.count).allSatisfy { $0 <= 9 })
        let error = await socketError { try await run.connection.send("123456789") }
        #expect(error?.reason == .unsendable)
        #expect(error?.isUnsent == true)
        #expect(run.server.postCount.value == 5)
        await run.stop()
    }

    @Test
    func aPostHasSixteenPacketsAtMost() async throws {
        let run = try EngineIORun()
        await run.connected()
        run.server.holdPosts()
        let first = Task { try await run.connection.send("a") }
        await run.server.postCount.reaches(1)
        let rest = (0..<20).map { _ in Task { try await run.connection.send("b") } }
        while await run.connection.waitingCount < 20 { await Task.yield() }
        run.server.holdPosts(false)
        run.server.posts.push(.respond(200, [:], "ok"))
        for task in [first] + rest { try await task.value }
        #expect(run.server.bodies.map { $0.split(separator: "|").count } == [1, 16, 4])
        await run.stop()
    }

    @Test
    func whatWaitsIsBounded() async throws {
        let run = try EngineIORun()
        await run.connected()
        run.server.holdPosts()
        let first = Task { try await run.connection.send("a") }
        await run.server.postCount.reaches(1)
        let rest = (0..<EngineIOConnection.Limit.waitingCount).map { _ in
            Task { await socketError { try await run.connection.send("b") } }
        }
        while await run.connection.waitingCount < rest.count { await Task.yield() }
        let error = await socketError { try await run.connection.send("c") }
        #expect(error?.reason == .congested)
        #expect(error?.isUnsent == true)
        await run.stop()
        #expect(await socketError { try await first.value }?.reason == .outcomeUnknown)
        for task in rest {
            let error = await task.value
            #expect(error?.reason == .notConnected)
            #expect(error?.isUnsent == true)
        }
    }

    @Test(arguments: [
        (ConnectionFailure.Reason.lost, SocketError.Reason.outcomeUnknown), (.refused, .notConnected),
    ])
    func aFailedPostSaysWhetherItMayHaveArrived(failure: ConnectionFailure.Reason, reason: SocketError.Reason)
        async throws
    {
        let run = try EngineIORun()
        await run.connected()
        run.server.posts.push(.fail(NetworkError(.offline, underlying: ConnectionFailure(failure))))
        let error = await socketError { try await run.connection.send("a") }
        #expect(error?.reason == reason)
        #expect(await run.life.value?.reason == .lost)
        #expect(run.server.postCount.value == 1)
        let later = await socketError { try await run.connection.send("b") }
        #expect(later?.reason == .notConnected)
        #expect(run.server.postCount.value == 1)
    }

    @Test
    func aPostThatHangsEndsTheConnection() async throws {
        let run = try EngineIORun()
        await run.connected()
        run.server.posts.push(.hang)
        let sending = Task { await socketError { try await run.connection.send("a") } }
        await run.server.postCount.reaches(1)
        try await run.clock.waitForSleepers(2)
        run.clock.advance(by: .seconds(20))
        #expect(await sending.value?.reason == .outcomeUnknown)
        let end = await run.life.value
        #expect(end?.reason == .lost)
        #expect(end?.code == .timedOut)
    }

    @Test
    func whatNobodyWaitsForAnyMoreIsNotSent() async throws {
        let run = try EngineIORun()
        await run.connected()
        run.server.holdPosts()
        let first = Task { try await run.connection.send("a") }
        await run.server.postCount.reaches(1)
        let second = Task { try await run.connection.send("b") }
        while await run.connection.waitingCount < 1 { await Task.yield() }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        run.server.holdPosts(false)
        run.server.posts.push(.respond(200, [:], "ok"))
        try await first.value
        try await run.connection.send("c")
        #expect(run.server.bodies == ["4a", "4c"])
        await run.stop()
    }

    // MARK: The end

    @Test
    func theGoodbyeGoesBehindWhatWaits() async throws {
        let run = try EngineIORun()
        await run.connected()
        run.server.holdPosts()
        let first = Task { try await run.connection.send("a") }
        await run.server.postCount.reaches(1)
        let second = Task { try await run.connection.send("b") }
        while await run.connection.waitingCount < 1 { await Task.yield() }
        let closing = Task { await run.connection.close() }
        while await run.connection.waitingCount < 2 { await Task.yield() }
        #expect(await socketError { try await run.connection.send("c") }?.reason == .notConnected)
        run.server.holdPosts(false)
        run.server.posts.push(.respond(200, [:], "ok"))
        await closing.value
        try await first.value
        try await second.value
        #expect(run.server.bodies == ["4a", "4b|1"])
        await run.stop()
    }

    @Test
    func theGoodbyeTakesThreeSecondsAtMost() async throws {
        let run = try EngineIORun()
        await run.connected()
        run.server.posts.push(.hang)
        let closing = Task { await run.connection.close() }
        await run.server.postCount.reaches(1)
        try await run.clock.waitForSleepers(3)
        run.clock.advance(by: .seconds(3))
        await closing.value
        await run.stop()
    }

    @Test
    func aCancelledConnectionEndsWithoutAnError() async throws {
        let run = try EngineIORun()
        await run.connected()
        await run.stop()
        #expect(run.server.openPolls == 0)
        #expect(run.server.postCount.value == 0)
    }
}
