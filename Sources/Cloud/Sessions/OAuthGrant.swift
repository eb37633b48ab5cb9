public import Core

/// A grant that a token is requested with (RFC 6749, section 4, and what Reddit adds).
public enum OAuthGrant: Sendable, Hashable {
    /// The authorization code that a sign-in page has sent.
    case authorizationCode(Secret)
    /// The refresh token of an earlier answer.
    case refreshToken(Secret)
    /// The client's own credentials, for one that can keep a secret, where nobody is signed in.
    case clientCredentials
    /// A device, where nobody is signed in: 20 to 30 characters of ASCII that are the device's own, or ``doNotTrack``.
    case installedClient(deviceID: String)
    /// The name and the password of the person who wrote the script, and a one-time password where the account has
    /// them.
    case password(user: String, password: Secret, oneTime: Secret? = nil)

    /// The grant of a device that must not be identifiable.
    public static let doNotTrack = OAuthGrant.installedClient(deviceID: "DO_NOT_TRACK_THIS_DEVICE")

    /// Whether it can be used again and again without anybody's help.
    var isRepeatable: Bool {
        switch self {
        case .clientCredentials, .installedClient: true
        case .password(_, _, let oneTime): oneTime == nil
        case .authorizationCode, .refreshToken: false
        }
    }
}
