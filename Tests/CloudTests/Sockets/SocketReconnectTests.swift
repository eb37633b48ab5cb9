import Core
import Foundation
import Mocks
import Synchronization
import Testing

@testable import Cloud

/// What a client does when a connection ends, and in the background.
@Suite(.timeLimit(.minutes(5)))
struct SocketReconnectTests {
    @Test
    func itConnectsAgainBehindPausesThatGrow() async throws {
        let world = try SocketWorld()
        let (_, joined) = try await world.joined()
        var updates = joined
        world.breakPoll()
        #expect(await updates.next()?.error?.reason == .lost)
        #expect(try await world.pause() == .seconds(1))
        world.server.handshakes.push(.respond(503))
        world.clock.advance(by: .milliseconds(999))
        #expect(world.server.handshakeCount.value == 1)
        world.clock.advance(by: .milliseconds(1))
        await world.server.handshakeCount.reaches(2)
        await world.client.state.wait {
            if case .waiting(_, let error) = $0 { error.code == .serverError } else { false }
        }
        #expect(try await world.pause() == .seconds(1.5))
        world.clock.advance(by: .seconds(1.5))
        await world.server.wait { $0.filter { $0 == "40/a," }.count == 2 }
        world.server.say(#"40/a,{"sid":"n2"}"#)
        // Of the attempts between nothing is told here.
        #expect(await updates.next() == .joined(sid: "n2"))
        await world.client.close()
    }

    @Test
    func aForgottenSessionIsRenewedAtOnceAndOnce() async throws {
        let world = try SocketWorld()
        let (_, joined) = try await world.joined()
        var updates = joined
        let forgotten = PollingServer.Answer.respond(400, [:], #"{"code":1,"message":"Session ID unknown"}"#)
        world.server.polls.push(forgotten)
        #expect(await updates.next()?.error?.reason == .sessionUnknown)
        await world.server.wait { $0.filter { $0 == "40/a," }.count == 2 }
        world.server.say(#"40/a,{"sid":"n2"}"#)
        #expect(await updates.next() == .joined(sid: "n2"))
        world.server.polls.push(forgotten)
        #expect(await updates.next()?.error?.reason == .sessionUnknown)
        #expect(try await world.pause() == .seconds(1))
        #expect(world.server.handshakeCount.value == 2)
        await world.client.close()
    }

    @Test
    func whatCannotBeMendedEndsIt() async throws {
        let world = try SocketWorld()
        world.server.handshakes.push(.respond(400, [:], #"{"code":5}"#))
        let room = try await world.client.join("/a")
        var updates = room.updates.makeAsyncIterator()
        guard case .ended(let error) = await updates.next() else { return #expect(Bool(false)) }
        #expect(error.reason == .wrongVersion)
        await world.client.state.wait { $0 == .ended(error) }
        await room.rejoin()
        await world.server.wait { $0.count == 1 }
        await world.client.close()
    }

    @Test
    func sixtySecondsConnectedLetThePauseBeginAnew() async throws {
        let world = try SocketWorld(PollingServer(EngineIOHandshake(sid: "s1", pingInterval: .seconds(100))))
        let room = try await world.client.join("/a")
        var updates = room.updates.makeAsyncIterator()
        for (count, pause) in [1, 1.5, 1].enumerated() {
            await world.server.wait { $0.filter { $0 == "40/a," }.count == count + 1 }
            world.server.say(#"40/a,{"sid":"n1"}"#)
            #expect(await updates.next() == .joined(sid: "n1"))
            await world.settled()
            world.clock.advance(by: .seconds(count == 2 ? 60 : 59))
            world.breakPoll()
            #expect(await updates.next()?.error?.reason == .lost)
            #expect(try await world.pause() == .seconds(pause))
            world.clock.advance(by: .seconds(pause))
        }
        await world.client.close()
    }

    @Test
    func aCancellationThatIsNotFromHereIsALostConnection() async throws {
        let world = try SocketWorld()
        let room = try await world.client.join("/a") { throw CancellationError() }
        #expect(try await world.pause() == .seconds(1))
        await room.leave()
        await world.client.state.wait { $0 == .idle }
        _ = try await world.client.join("/b")
        await world.server.wait { $0.contains("40/b,") }
        world.server.polls.push(.fail(CancellationError()))
        #expect(try await world.pause() == .seconds(1.5))
        await world.client.close()
    }

    @Test
    func aServerThatNeverPingsIsLeftAndTriedAgain() async throws {
        let world = try SocketWorld()
        let (_, joined) = try await world.joined()
        var updates = joined
        try await world.clock.waitForSleepers(1)
        world.clock.advance(by: .seconds(45))
        #expect(await updates.next()?.error?.reason == .silent)
        #expect(try await world.pause() == .seconds(1))
        await world.client.close()
    }

    // MARK: The path

    @Test
    func thePathsReturnHurries() async throws {
        let world = try SocketWorld()
        world.server.handshakes.push(.respond(503, ["Retry-After": "0"]))
        for _ in 0..<20 { world.server.handshakes.push(.fail(NetworkError(.offline))) }
        _ = try await world.client.join("/a")
        // Until pauses are long enough.
        for count in 1...8 {
            await world.server.handshakeCount.reaches(count)
            let pause = try await world.pause()
            if count < 8 {
                world.clock.advance(by: pause)
                await world.server.handshakeCount.reaches(count + 1)
                await world.client.state.wait { if case .waiting = $0 { true } else { false } }
            }
        }
        let due = try await world.pause()
        #expect(due > .seconds(15))
        await world.client.reconnectNow()
        await world.client.state.wait {
            if case .waiting(let date, _) = $0 { date.timeIntervalSince(world.clock.now) <= 1.5 } else { false }
        }
        try await world.clock.waitForSleepers(1)
        world.clock.advance(by: .seconds(1.5))
        await world.server.handshakeCount.reaches(9)
        // Again within fifteen seconds: not before they are over.
        await world.client.state.wait { if case .waiting = $0 { true } else { false } }
        await world.client.reconnectNow()
        await world.client.state.wait {
            if case .waiting(let date, _) = $0 { date.timeIntervalSince(world.clock.now) == 15 } else { false }
        }
        await world.client.close()
    }

    @Test
    func thereIsNothingToHurryWhileItIsConnected() async throws {
        let world = try SocketWorld()
        let (room, _) = try await world.joined()
        await world.client.reconnectNow()
        try await room.emit("x")
        #expect(world.server.handshakeCount.value == 1)
        await world.client.close()
    }

    // MARK: The background

    @Test
    func itIsDisconnectedInTheBackground() async throws {
        let world = try SocketWorld()
        let (room, joined) = try await world.joined()
        var updates = joined
        await world.client.suspend()
        #expect(world.client.state.value == .suspended)
        #expect(world.server.bodies.last == "1")
        #expect(world.server.openPolls == 0)
        #expect(world.clock.sleeperCount == 0)
        #expect(await updates.next()?.error?.reason == .stopped)
        #expect(await socketError { try await room.emit("x") }?.reason == .notConnected)
        await world.client.reconnectNow()
        // One that is joined meanwhile waits as well.
        _ = try await world.client.join("/b")
        #expect(world.server.handshakeCount.value == 1)
        await world.client.resume()
        await world.server.wait { bodies in bodies.contains { $0.contains("40/b,") } }
        await world.server.wait { bodies in bodies.filter { $0.contains("40/a,") }.count == 2 }
        world.server.say(#"40/a,{"sid":"n2"}"#)
        #expect(await updates.next() == .joined(sid: "n2"))
        await world.client.close()
    }

    @Test
    func itIsSuspendedWhileItWaits() async throws {
        let world = try SocketWorld()
        world.server.handshakes.push(.fail(NetworkError(.offline)))
        let room = try await world.client.join("/a")
        _ = try await world.pause()
        await world.client.suspend()
        #expect(world.client.state.value == .suspended)
        #expect(world.clock.sleeperCount == 0)
        await world.client.resume()
        await world.server.wait { $0 == ["40/a,"] }
        #expect(room.name == "/a")
        await world.client.close()
    }

    @Test
    func itIsSuspendedWhileItConnects() async throws {
        let world = try SocketWorld()
        world.server.holdHandshakes()
        _ = try await world.client.join("/a")
        await world.server.handshakeCount.reaches(1)
        await world.client.suspend()
        #expect(world.client.state.value == .suspended)
        #expect(world.server.postCount.value == 0)
        await world.client.close()
        #expect(world.client.state.value == .idle)
    }

    @Test
    func onesWithNothingToJoinAreIdle() async throws {
        let world = try SocketWorld()
        await world.client.suspend()
        #expect(world.client.state.value == .suspended)
        await world.client.resume()
        #expect(world.client.state.value == .idle)
        #expect(world.server.handshakeCount.value == 0)
    }

    // MARK: Credentials

    @Test
    func headersAreAskedForBeforeEachHandshake() async throws {
        let count = Mutex(0)
        let world = try SocketWorld { configuration in
            configuration.headers = {
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                return ["Authorization": "t\(number)"]
            }
        }
        let (_, joined) = try await world.joined()
        var updates = joined
        world.breakPoll()
        _ = await updates.next()
        let pause = try await world.pause()
        world.clock.advance(by: pause)
        await world.server.handshakeCount.reaches(2)
        let handshakes = world.server.requests.filter { !($0.url.query ?? "").contains("sid") }
        #expect(handshakes.compactMap { $0.headers["Authorization"] } == ["t1", "t2"])
        await world.client.close()
    }

    @Test(arguments: [true, false])
    func headersThatCannotBeHad(isRetryable: Bool) async throws {
        let world = try SocketWorld { configuration in
            configuration.headers = { throw DataError(.sessionExpired, isRetryable: isRetryable) }
        }
        _ = try await world.client.join("/a")
        await world.client.state.wait {
            switch $0 {
            case .waiting(_, let error): isRetryable && error.code == .sessionExpired
            case .ended(let error): !isRetryable && error.reason == .credentials
            default: false
            }
        }
        #expect(world.server.requests.isEmpty)
        await world.client.close()
    }

    @Test(arguments: [true, false])
    func credentialsForJoiningThatCannotBeHad(isRetryable: Bool) async throws {
        let world = try SocketWorld()
        let room = try await world.client.join("/a") { throw DataError(.sessionExpired, isRetryable: isRetryable) }
        if isRetryable {
            #expect(try await world.pause() == .seconds(1))
        } else {
            var updates = room.updates.makeAsyncIterator()
            #expect(await updates.next()?.error?.code == .sessionExpired)
        }
        #expect(world.server.bodies.allSatisfy { $0 == "1" })
        await world.client.close()
    }

    @Test
    func headersThatBreakALineAreRefused() async throws {
        let world = try SocketWorld { $0.headers = { ["A": "b\r\nC: d"] } }
        let room = try await world.client.join("/a")
        var updates = room.updates.makeAsyncIterator()
        #expect(await updates.next()?.error?.code == .invalidInput)
        #expect(world.server.requests.isEmpty)
        await world.client.close()
    }
}
