import DemoServer
import Foundation
import Testing

@Suite("Faults of connections and redirects")
struct ConnectionFaultTests {
    private let path = "/r/swift/new.json"

    @Test("A connection is closed or reset, before the answer or within it", .timeLimit(.minutes(5)))
    func resets() async throws {
        try await withServer { server, client in
            for (fault, isReset, hasHead) in [
                (DemoFault.reset(), false, false), (.abort(), true, false), (.reset(.midBody), false, true),
                (.abort(.midBody), true, true),
            ] {
                server.setFault(fault)
                let end = try await RawConnection.ask(path, of: client.base)
                #expect(end.isReset == isReset, "\(fault.text)")
                // After a RST what was sent before it may be lost.
                if !isReset || !hasHead { #expect(end.text.hasPrefix("HTTP/1.1 200") == hasHead, "\(fault.text)") }
                await #expect(throws: URLError.self) { try await client.get(path) }
            }
            server.removeAllFaults()
            let healthy = try await client.get(path)
            #expect(healthy.status == 200)
        }
    }

    @Test("A length that is wrong by some bytes", .timeLimit(.minutes(5)), arguments: [-100, 100])
    func wrongLength(difference: Int) async throws {
        try await withServer { server, client in
            let whole = try await client.get(path)
            server.setFault(.wrongLength(by: difference))
            let end = try await RawConnection.ask(path, of: client.base)
            #expect(!end.isReset)
            #expect(end.text.contains("Content-Length: \(whole.body.count + difference)\r\n"))
            #expect(end.text.hasSuffix(whole.text.suffix(50)))
            if difference > 0 { await #expect(throws: URLError.self) { try await client.get(path) } }
        }
    }

    @Test("A body sent in pieces is complete, and stopping the server ends it", .timeLimit(.minutes(5)))
    func drip() async throws {
        try await withServer { server, client in
            let whole = try await client.get("/r/swift/about.json")
            server.setFault(.drip(byteCount: 100, every: .milliseconds(1)))
            let dripped = try await client.get("/r/swift/about.json")
            #expect(dripped.status == 200 && dripped.body == whole.body)
            server.setFault(.drip(every: .seconds(900)))
            let arrivals = server.arrivals()
            let response = Task { try await client.get("/r/swift/about.json") }
            for await _ in arrivals { break }
            await server.stop()
            await #expect(throws: URLError.self) { try await response.value }
        }
    }

    @Test("Two addresses that point at each other", arguments: ["", "?limit=3", "?limit=3&raw_json=1"])
    func circle(query: String) async throws {
        try await withServer { server, client in
            server.setFault(.redirectCircle)
            let first = try await client.get(path + query)
            let other = try #require(first.headers["location"])
            #expect(first.status == 302 && other != client.base.absoluteString + path + query)
            let second = try await client.get(other)
            #expect(second.status == 302)
            #expect(second.headers["location"] == client.base.absoluteString + path + query)
        }
    }

    @Test("A redirect to another server, which sees what it is sent", .timeLimit(.minutes(5)))
    func otherOrigin() async throws {
        let other = DemoServer(configuration: testConfiguration())
        let port = try #require(try await other.start().port)
        try await withServer { server, client in
            server.setFault(.redirect(toOrigin: "http://localhost:\(port)"))
            let response = try await client.get(path + "?limit=3")
            let location = try #require(response.headers["location"])
            #expect(response.status == 302 && location == "http://localhost:\(port)\(path)?limit=3")
            let answer = try await client.get(location, headers: ["Authorization": "bearer leaked"])
            #expect(answer.status == 200)
            let seen = try #require(other.requests.first)
            #expect(seen.credential != nil && !"\(seen)".contains("leaked"))
        }
        await other.stop()
    }

    @Test("Everything leads to the sign-in page, and that page is there")
    func login() async throws {
        try await withServer { server, client in
            server.setFault(.loginRedirect)
            let response = try await client.get(path)
            let location = try #require(response.headers["location"])
            #expect(response.status == 302 && location == client.base.absoluteString + "/login")
            let page = try await client.get(location)
            #expect(page.status == 200 && page.text.hasPrefix("<!DOCTYPE html>"))
        }
    }
}
