/// A reader of the public keys that a server presented, which only Apple's systems can provide.
///
/// Documentation/Transport.md has one for them as a recipe. Foundation on Linux offers no such thing, so there is none
/// there, and ``URLSessionTransport/init(connectionsPerHost:pins:evaluator:time:)`` says so.
public protocol ServerTrustEvaluator: Sendable {
    /// The keys of a server's chain, after the system has found it to be good.
    ///
    /// - Parameters:
    ///   - trust: The `SecTrust` of the connection.
    ///   - host: The host that was asked.
    /// - Returns: The pins of all keys in the chain; `nil` when the system does not trust it.
    func publicKeys(of trust: AnyObject, host: String) -> [PublicKeyPin]?

    /// Hears of every connection that was judged, for logs: a mismatch is an attack or a mistake, and pins that expired
    /// protect nobody.
    ///
    /// - Parameters:
    ///   - verdict: What its chain meant.
    ///   - host: The host that was asked.
    func judged(_ verdict: PinPolicy.Verdict, host: String)
}
