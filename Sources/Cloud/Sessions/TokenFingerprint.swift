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
