import Cloud
import Core
import Foundation
import Testing

struct PinPolicyTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    private func pin(_ byte: UInt8) throws -> PublicKeyPin {
        try PublicKeyPin(base64: Data(repeating: byte, count: 32).base64EncodedString())
    }

    private func policy(_ hosts: (String, Bool, [UInt8], TimeInterval)...) throws -> PinPolicy {
        try PinPolicy(
            hosts.map { host, below, pins, expires in
                try PinnedHost(
                    host, includesSubdomains: below, pins: Set(pins.map { try pin($0) }),
                    expires: now.addingTimeInterval(expires))
            })
    }

    private func verdict(_ policy: PinPolicy, _ host: String, _ chain: UInt8..., after: TimeInterval = 0) throws
        -> PinPolicy.Verdict
    {
        policy.evaluate(
            host: host, chainHashes: try chain.map { try pin($0) }, now: now.addingTimeInterval(after))
    }

    @Test func oneKeyOfTheChainIsEnough() throws {
        let policy = try policy(("api.example.org", false, [1, 2], 60))
        #expect(try verdict(policy, "api.example.org", 9, 2, 8) == .accepted)
        #expect(try verdict(policy, "api.example.org", 1) == .accepted)
        #expect(try verdict(policy, "api.example.org", 9, 8) == .mismatch)
        #expect(try verdict(policy, "api.example.org") == .mismatch)
    }

    @Test func hostsAreComparedAsHosts() throws {
        let policy = try policy(("API.Example.org.", false, [1], 60))
        for host in ["api.example.org", "API.EXAMPLE.ORG", "api.example.org."] {
            #expect(try verdict(policy, host, 9) == .mismatch, "\(host)")
        }
        for host in ["example.org", "x.api.example.org", "apiaexample.org", "evil-api.example.org", ""] {
            #expect(try verdict(policy, host, 9) == .notPinned, "\(host)")
        }
    }

    @Test func hostsBelowAreIncludedWhereThatIsSaid() throws {
        let policy = try policy(("example.org", true, [1], 60), ("own.example.org", false, [2], 60))
        #expect(try verdict(policy, "example.org", 1) == .accepted)
        #expect(try verdict(policy, "a.b.example.org", 2) == .mismatch)
        // The nearer one counts.
        #expect(try verdict(policy, "own.example.org", 2) == .accepted)
        #expect(try verdict(policy, "own.example.org", 1) == .mismatch)
        #expect(try verdict(policy, "x.own.example.org", 1) == .accepted)
        #expect(try verdict(policy, "badexample.org", 9) == .notPinned)
    }

    @Test func whatExpiredIsNotEnforcedAndNotForgotten() throws {
        let policy = try policy(("a.org", false, [1], 60), ("b.org", false, [1], 120))
        #expect(try verdict(policy, "a.org", 9, after: 59) == .mismatch)
        #expect(try verdict(policy, "a.org", 9, after: 60) == .expired)
        #expect(try verdict(policy, "a.org", 1, after: 61) == .expired)
        #expect(policy.expired(at: now).isEmpty)
        #expect(policy.expired(at: now.addingTimeInterval(60)).map(\.host) == ["a.org"])
        #expect(PinPolicy.Verdict.allCases.filter { !$0.allowsConnection } == [.mismatch])
    }

    @Test(arguments: [
        "", "abc", "!!!", String(repeating: "A", count: 43), Data(repeating: 1, count: 31).base64EncodedString(),
        Data(repeating: 1, count: 33).base64EncodedString(), "sha256/" + Data(count: 32).base64EncodedString(),
    ])
    func anInvalidPinIsRefused(_ text: String) {
        let error = #expect(throws: DataError.self) { try PublicKeyPin(base64: text) }
        #expect(error?.code == .invalidInput)
    }

    @Test(arguments: ["", ".", "a..b", "a.org:443", "https://a.org", "a.org/x", "-a.org", "münchen.de", "a b", "[::1]"])
    func anInvalidHostIsRefused(_ host: String) throws {
        let pin = try pin(1)
        #expect(throws: DataError.self) { try PinnedHost(host, pins: [pin], expires: now) }
    }

    @Test func aPolicyThatSaysNothingOrContradictsItselfIsRefused() throws {
        #expect(throws: DataError.self) { try PinPolicy([]) }
        #expect(throws: DataError.self) { try PinnedHost("a.org", pins: [], expires: now) }
        #expect(throws: DataError.self) { try policy(("a.org", false, [1], 60), ("A.org.", true, [2], 60)) }
        #expect(throws: DataError.self) { try policy(("127.0.0.1", true, [1], 60)) }
        #expect(throws: Never.self) { try policy(("127.0.0.1", false, [1], 60)) }
    }

    /// The key of RFC 7469's own kind of example: `openssl pkey -pubin -outform der | openssl dgst -sha256 -binary`.
    @Test func aPinIsMadeOfAKey() throws {
        let key = try #require(Data(base64Encoded: "MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE="))
        #expect(PublicKeyPin(subjectPublicKeyInfo: key).base64 == "oekVYFTgT6yJmunydRMs3Ael28TqLCrTof/G4NJTaB8=")
    }

    @Test func wherePinsCannotBeEnforcedAskingForThemIsAnError() throws {
        let policy = try policy(("a.org", false, [1], 60))
        let error = #expect(throws: DataError.self) { try URLSessionTransport(pins: policy, evaluator: nil) }
        #expect(error?.code == .invalidInput)
        #if canImport(FoundationNetworking)
            #expect(throws: DataError.self) { try URLSessionTransport(pins: policy, evaluator: NoKeys()) }
            #expect(error?.message.contains("cannot be enforced") == true)
        #endif
    }

    private struct NoKeys: ServerTrustEvaluator {
        func publicKeys(of trust: AnyObject, host: String) -> [PublicKeyPin]? { nil }
        func judged(_ verdict: PinPolicy.Verdict, host: String) {}
    }

    @Test func aMismatchIsNotTriedAgain() async throws {
        let transport = ScriptedTransport(.fail(NetworkError(.pinMismatch, underlying: ConnectionFailure(.untrusted))))
        let provider = NetworkRequestProvider(
            transport: transport, services: .init(time: TestClock(), random: MiddleRandom()))
        let error = await #expect(throws: NetworkError.self) {
            try await provider.response(to: NetworkRequest(url("https://example.com/")))
        }
        #expect(error?.code == .pinMismatch && error?.isRetryable == false)
        #expect(transport.requests.count == 1)
    }
}
