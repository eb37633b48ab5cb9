import Core
import Foundation

/// Recognises a refresh token from outside without keeping it: its SHA-256, as hexadecimal digits.
enum SeedFingerprint {
    /// The fingerprint of a secret.
    ///
    /// - Parameter secret: A refresh token.
    /// - Returns: 64 hexadecimal digits.
    static func of(_ secret: Secret) -> String {
        SHA256.hash(Data(secret.revealed.utf8)).hexadecimal
    }
}
