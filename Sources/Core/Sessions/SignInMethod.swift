/// The way in which a person signs in at a server.
public enum SignInMethod: Hashable, Sendable {
    /// On a page of the server, in a browser.
    case browser
    /// With the fields of a form, in the order in which they are asked for.
    case fields([SignInField])
}

extension SignInMethod {
    /// Returns the fields that the server is sent: all that are needed, and of the others those that are not empty.
    ///
    /// - Parameter fields: What was typed.
    /// - Returns: The fields.
    /// - Throws: ``SignInError`` `needs` for the first that is missing, ``DataError`` with the code `invalidInput` where
    ///   people sign in with a browser.
    package func checked(_ fields: [SignInField.Name: Secret]) throws -> [SignInField.Name: Secret] {
        guard case .fields(let form) = self else {
            throw DataError(
                .invalidInput, message: "Here people sign in on a page of the server. Open it in a browser.")
        }
        for field in form where field.isRequired && fields[field.id]?.revealed.isEmpty ?? true {
            throw SignInError.needs(field.id)
        }
        return fields.filter { !$0.value.revealed.isEmpty }
    }
}

/// A field of a sign-in form.
public struct SignInField: Hashable, Sendable, Identifiable {
    /// The name of a field; open, so that a server can ask for something of its own.
    public struct Name: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The name.
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A user's name, or what the server takes in its place, such as an e-mail address.
        public static let user = Name(rawValue: "user")
        /// An e-mail address.
        public static let email = Name(rawValue: "email")
        /// A password.
        public static let password = Name(rawValue: "password")
        /// A code of a second factor, such as six digits of an authenticator.
        public static let oneTimeCode = Name(rawValue: "oneTimeCode")

        public var description: String { rawValue }
    }

    /// The name of the field.
    public let id: Name
    /// Whether what is typed has to be hidden.
    public let isSecret: Bool
    /// Whether the form cannot be sent without it.
    public let isRequired: Bool

    /// Creates a field.
    ///
    /// - Parameters:
    ///   - id: The name of the field.
    ///   - isSecret: Whether what is typed has to be hidden; false by default.
    ///   - isRequired: Whether the form cannot be sent without it; true by default.
    public init(_ id: Name, isSecret: Bool = false, isRequired: Bool = true) {
        self.id = id
        self.isSecret = isSecret
        self.isRequired = isRequired
    }
}

/// What a person has shown to be signed in.
public enum SignInProof: Hashable, Sendable {
    /// The code in the redirect of a sign-in page.
    case code(Secret)
    /// The fields of a form, as they were typed.
    case fields([SignInField.Name: Secret])
}
