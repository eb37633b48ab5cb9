import Core

/// What comes into or behind the sentence of an error: a wait, a path, a word of the server; and what went wrong with a
/// sign-in.
public enum ErrorDetailPhrase: String, LocalizedPhrase {
    /// Too many requests, and how long to wait.
    case rateLimitedFor
    /// The server failed, and how long to wait.
    case serverErrorFor
    /// So many seconds to wait.
    case seconds
    /// So many minutes to wait.
    case minutes
    /// So many hours to wait.
    case hours
    /// An error with a code of an app's own.
    case otherCode
    /// The file or folder that is in trouble.
    case path

    // MARK: Signing in

    /// No sign-in was begun.
    case signInNotBegun
    /// The redirect belongs to another sign-in.
    case signInWrongState
    /// The redirect is none.
    case signInMalformedRedirect
    /// The server would not go on, and its word for the reason.
    case signInRefused
    /// The server did not take what was typed or sent.
    case signInNotAccepted

    /// How each text reads in English.
    public var english: PhraseText {
        switch self {
        case .rateLimitedFor: .filled("Too many requests. Try again in %.")
        case .serverErrorFor: .filled("The server has trouble. Try again in %.")
        case .seconds: .counted([.one: "% second", .other: "% seconds"])
        case .minutes: .counted([.one: "% minute", .other: "% minutes"])
        case .hours: .counted([.one: "% hour", .other: "% hours"])
        case .otherCode: .filled("Something went wrong (%). Try again.")
        case .path: .filled("It is about %")
        case .signInNotBegun: .fixed(SignInError.notBegun.description)
        case .signInWrongState: .fixed(SignInError.wrongState.description)
        case .signInMalformedRedirect: .fixed(SignInError.malformedRedirect.description)
        case .signInRefused: .filled(SignInError.refused("%").description)
        case .signInNotAccepted: .fixed(SignInError.notAccepted.description)
        }
    }
}
