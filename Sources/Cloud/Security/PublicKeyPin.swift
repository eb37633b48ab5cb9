public import Core
public import Foundation

/// The SHA-256 hash of a server's public key as in `pin-sha256` of RFC 7469: of the key with its algorithm
/// (SubjectPublicKeyInfo), so that it outlives the certificates that are made for it.
public struct PublicKeyPin: Hashable, Sendable, CustomStringConvertible {
    private let hash: [UInt8]

    /// Reads a pin.
    ///
    /// - Parameter base64: The hash in base64: 44 characters with the one for padding.
    /// - Throws: `DataError` with the code `invalidInput` when it is no base64 or not 32 bytes.
    public init(base64: String) throws(DataError) {
        guard let data = Data(base64Encoded: base64), data.count == 32 else {
            throw DataError(
                .invalidInput,
                message: "A pin is the SHA-256 of a public key in base64: 32 bytes, 44 characters.")
        }
        hash = [UInt8](data)
    }

    /// Makes the pin of a key.
    ///
    /// - Parameter subjectPublicKeyInfo: The key with its algorithm, in DER, as `openssl pkey -pubout -outform der`
    ///   writes it.
    public init(subjectPublicKeyInfo: Data) {
        hash = SHA256.hash(subjectPublicKeyInfo)
    }

    /// The hash in base64.
    package var base64: String { Data(hash).base64EncodedString() }

    public var description: String { base64 }
}
