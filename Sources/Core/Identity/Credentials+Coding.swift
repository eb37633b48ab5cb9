public import Foundation

/// The one place where secrets become bytes: for stores, and for nothing else.
extension Credentials {
    private struct Form: Codable {
        struct TokenForm: Codable {
            var access: String
            var issued: Double
            var expires: Double
            var scopes: [String]
        }

        var version = 1
        var client: String
        var issuer: String?
        var token: TokenForm?
        var refresh: String?
        var seed: String?
    }

    /// Reads credentials that ``encoded()`` wrote.
    ///
    /// - Parameter data: The bytes.
    /// - Throws: ``DataError`` with the code `storeDamaged` when they are none, `storeTooNew` when a newer version wrote
    ///   them. Neither repeats any of the bytes.
    public init(decoding data: Data) throws(DataError) {
        let form: Form
        do {
            form = try JSONDecoder().decode(Form.self, from: data)
        } catch {
            // The decoder's own words may quote what it read, so they are not kept.
            throw DataError(.storeDamaged, message: "The stored sign-in cannot be read. Sign in again.")
        }
        guard form.version == 1 else {
            throw DataError(.storeTooNew, message: "A newer version stored the sign-in. Update, or sign in again.")
        }
        self.init(
            clientID: form.client, issuer: form.issuer, refreshToken: form.refresh.map(Secret.init), seed: form.seed)
        token = form.token.map { form in
            Token(
                access: Secret(form.access), issued: Date(timeIntervalSince1970: form.issued),
                expires: Date(timeIntervalSince1970: form.expires), scopes: Set(form.scopes))
        }
    }

    /// The credentials as bytes, tokens and all: for a file that nobody else can read, for the Keychain.
    ///
    /// - Returns: JSON; equal credentials are equal bytes.
    /// - Throws: ``DataError`` with the code `invalidInput` for dates that are not finite.
    public func encoded() throws(DataError) -> Data {
        let token = token.map { token in
            Form.TokenForm(
                access: token.access.revealed, issued: token.issued.timeIntervalSince1970,
                expires: token.expires.timeIntervalSince1970, scopes: token.scopes.sorted())
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return try encoder.encode(
                Form(client: clientID, issuer: issuer, token: token, refresh: refreshToken?.revealed, seed: seed))
        } catch {
            throw DataError(.invalidInput, message: "A token's dates must be finite.")
        }
    }
}
