import Core
import Foundation

/// The fingerprint of a refresh token from outside, by which it is recognised without being stored: its SHA-256.
enum TokenFingerprint {
    /// The fingerprint of a secret.
    ///
    /// - Parameter secret: A refresh token.
    /// - Returns: 64 hexadecimal digits.
    static func of(_ secret: Secret) -> String {
        SHA256.hash(Data(secret.revealed.utf8)).hexadecimal
    }
}

extension SessionScheme {
    /// Whether stored credentials are of this app and server, and not of another refresh token from outside.
    ///
    /// - Parameters:
    ///   - credentials: What is stored.
    ///   - external: The refresh token from outside; `nil` for none.
    /// - Returns: True when they may be used.
    func owns(_ credentials: Credentials, from external: Secret?) -> Bool {
        guard owns(credentials) else { return false }
        return external.map { credentials.externalTokenFingerprint == TokenFingerprint.of($0) } ?? true
    }

    /// Returns the credentials of a refresh token from outside.
    ///
    /// - Parameter external: The refresh token.
    /// - Returns: The credentials, without an access token.
    func credentials(from external: Secret) -> Credentials {
        Credentials(
            clientID: clientID, issuer: issuer, refreshToken: external,
            externalTokenFingerprint: TokenFingerprint.of(external))
    }
}
