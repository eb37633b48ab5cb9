import Cloud
import Core
import Foundation
import Testing

/// The addresses that a provider allows, and those that it refuses before anything is sent.
@Suite(.timeLimit(.minutes(5)))
struct AddressRuleTests {
    @Test(arguments: [
        "http://example.com", "ftp://example.com", "http://127.evil.com", "http://127.0.0.1.evil.com", "file:///etc",
        "http://128.0.0.1", "http://localhost.evil.com", "data:text/plain,x", "/path",
    ])
    func anAddressThatMustNotBeAskedIsRefused(_ address: String) async throws {
        let transport = ScriptedTransport(.respond(200))
        let error = await #expect(throws: DataError.self) {
            try await NetworkRequestProvider(transport: transport).response(to: NetworkRequest(url(address)))
        }
        #expect(error?.code == .invalidInput)
        #expect(transport.requests.isEmpty)
    }

    @Test(arguments: [
        "https://example.com", "http://127.0.0.1:80", "http://127.9.8.7", "http://localhost:1", "http://LOCALHOST",
        "http://[::1]:8080/x",
    ])
    func anAddressThatMayBeAskedIsAsked(_ address: String) async throws {
        let transport = ScriptedTransport(.respond(200))
        _ = try await NetworkRequestProvider(transport: transport).response(to: NetworkRequest(url(address)))
        #expect(transport.requests.count == 1)
    }
}
