import Core
import Foundation
import Synchronization
import Testing

@testable import Cloud

/// The pin check of a transport, with keys from the test instead of the system.
struct PinCheckTests {
    private final class Keys: ServerTrustEvaluator {
        let keys: [PublicKeyPin]?
        let heard = Mutex<[String]>([])

        init(_ keys: [PublicKeyPin]?) { self.keys = keys }

        func publicKeys(of trust: AnyObject, host: String) -> [PublicKeyPin]? { keys }

        func judged(_ verdict: PinPolicy.Verdict, host: String) {
            heard.withLock { $0.append("\(verdict) \(host)") }
        }
    }

    private final class Trust {}

    @Test func onlyAMismatchAndAChainThatNobodyTrustsEndAConnection() throws {
        let (good, bad) = (
            PublicKeyPin(subjectPublicKeyInfo: Data("a".utf8)), PublicKeyPin(subjectPublicKeyInfo: Data())
        )
        let clock = TestClock()
        let cases: [(keys: [PublicKeyPin]?, expires: TimeInterval, isRefused: Bool, heard: [String])] = [
            ([good], 60, false, ["accepted a.org"]), ([bad], 60, true, ["mismatch a.org"]),
            ([bad], -60, false, ["expired a.org"]), (nil, 60, true, []),
        ]
        for (keys, expires, isRefused, heard) in cases {
            let host = try PinnedHost("a.org", pins: [good], expires: clock.now.addingTimeInterval(expires))
            let evaluator = Keys(keys)
            let check = PinCheck(policy: try PinPolicy([host]), evaluator: evaluator, time: clock)
            #expect(check.concerns("A.org") && !check.concerns("b.org"))
            let failure = check.failure(of: Trust(), host: "a.org")
            #expect((failure != nil) == isRefused)
            #expect(failure.map(\.code) ?? .pinMismatch == .pinMismatch)
            #expect(evaluator.heard.withLock { $0 } == heard)
        }
    }
}
