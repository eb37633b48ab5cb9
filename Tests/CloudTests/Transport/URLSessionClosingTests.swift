import Cloud
import Core
import Foundation
import Testing

/// A server that goes away without an answer.
@Suite(.timeLimit(.minutes(5)))
struct URLSessionClosingTests {
    @Test(arguments: [HTTPMethod.get, .post]) func aConnectionThatIsClosedUnansweredIsNotWaitedFor(
        _ method: HTTPMethod
    ) async throws {
        let server = try LoopbackServer { _ in [] }
        defer { server.stop() }
        let transport = URLSessionTransport()
        var request = NetworkRequest(server.url, method: method)
        request.timeout = .seconds(100)
        if method == .post { request.body = .init("a=b".utf8) }
        let error = await #expect(throws: NetworkError.self) { try await transport.send(request) }
        // One that waited for its time would say `timedOut`.
        #expect(error?.code == .offline)
        #expect((error?.underlying as? ConnectionFailure)?.reason == .lost)
        #expect(server.requests.count == 1)
        await transport.shutDown()
    }
}
