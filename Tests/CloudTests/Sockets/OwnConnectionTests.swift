import Core
import Foundation
import Testing

@testable import Cloud

/// A poll must not go over a connection that was used before: a system would repeat it there without a word.
@Suite(.timeLimit(.minutes(5)))
struct OwnConnectionTests {
    @Test(arguments: [true, false], [true, false])
    func aRequestMayHaveAConnectionOfItsOwn(isAlone: Bool, isSentOnce: Bool) async throws {
        let answer = LoopbackServer.answer("200 OK", [], "6", isLast: false)
        try await withServer { _ in
            [.send(answer), .next]
        } _: { server in
            let transport = URLSessionTransport()
            for _ in 0..<3 {
                var request = NetworkRequest(server.url)
                request.usesOwnConnection = isAlone
                request.isSentOnce = isSentOnce
                _ = try await transport.send(request)
            }
            await transport.shutDown()
            #expect(server.requests.map(\.precedingCount) == (isAlone || isSentOnce ? [0, 0, 0] : [0, 1, 2]))
        }
    }
}
