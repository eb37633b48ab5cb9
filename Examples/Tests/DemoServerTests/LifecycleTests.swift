import DemoServer
import Foundation
import Testing

@Suite("Lifecycle")
struct LifecycleTests {
    @Test("A server keeps its address over stop and start", .timeLimit(.minutes(5)))
    func restart() async throws {
        let server = DemoServer(configuration: testConfiguration())
        #expect(server.baseURL == nil)
        let base = try await server.start()
        #expect(base.host() == "127.0.0.1" && base == server.baseURL)
        for _ in 0..<3 {
            let client = TestClient(base: base)
            #expect(try await client.get("/hot.json").status == 200)
            await server.stop()
            await #expect(throws: URLError.self) { try await client.get("/hot.json") }
            client.end()
            #expect(try await server.start() == base)
        }
        #expect(try await server.start() == base)
        await server.stop()
        await server.stop()
    }

    @Test("Another server can take the port of a stopped one, not of a running one", .timeLimit(.minutes(5)))
    func takenPort() async throws {
        let first = DemoServer(configuration: testConfiguration())
        let base = try await first.start()
        let second = DemoServer(configuration: testConfiguration(port: UInt16(base.port ?? 0)))
        await #expect(throws: DemoServerError.self) { try await second.start() }
        await first.stop()
        #expect(try await second.start() == base)
        await second.stop()
    }

    @Test("Starting at the same time is starting once", .timeLimit(.minutes(5)))
    func concurrentStarts() async throws {
        let server = DemoServer(configuration: testConfiguration())
        async let first = server.start()
        async let second = server.start()
        let bases = try await [first, second]
        #expect(bases[0] == bases[1])
        await server.stop()
    }

    @Test(
        "Stopping ends a request that hangs", .timeLimit(.minutes(5)),
        arguments: [DemoFault.hang, .delay(.seconds(900))])
    func stopEndsHang(fault: DemoFault) async throws {
        let server = DemoServer(configuration: testConfiguration())
        let client = TestClient(base: try await server.start())
        server.setFault(fault, forPath: "/r/swift")
        let arrivals = server.arrivals()
        async let response = client.get("/r/swift.json")
        for await request in arrivals {
            #expect(request.path == "/r/swift.json")
            break
        }
        await server.stop()
        do {
            let answer = try await response
            Issue.record("A hanging request was answered with \(answer.status)")
        } catch {
            #expect(error is URLError)
        }
        client.end()
    }

    @Test("A server that is released ends by itself", .timeLimit(.minutes(5)))
    func release() async throws {
        var server: DemoServer? = DemoServer(configuration: testConfiguration())
        let base = try #require(try await server?.start())
        server = nil
        // Its port is free again as soon as its tasks have ended, which nobody can wait for.
        let successor = DemoServer(configuration: testConfiguration(port: UInt16(base.port ?? 0)))
        var isRunning = false
        while !isRunning {
            do {
                try await successor.start()
                isRunning = true
            } catch DemoServerError.cannotListen {
                await Task.yield()
            }
        }
        await successor.stop()
    }
}
