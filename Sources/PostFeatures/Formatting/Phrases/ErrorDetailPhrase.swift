import Core

/// Texts that complete an error's sentence: a wait, a path, and the problems of a sign-in.
public enum ErrorDetailPhrase: String, LocalizedPhrase {
    /// Too many requests, with the time to wait.
    case rateLimitedFor
    /// The server failed, with the time to wait.
    case serverErrorFor
    /// A number of seconds to wait.
    case seconds
    /// A number of minutes to wait.
    case minutes
    /// A number of hours to wait.
    case hours
    /// An error with a code of an app's own, which is named.
    case otherCode
    /// The file or folder that is in trouble.
    case path

    // MARK: Signing in

    /// No sign-in was begun.
    case signInNotBegun
    /// The redirect belongs to another sign-in.
    case signInWrongState
    /// The redirect cannot be read.
    case signInMalformedRedirect
    /// The server refused the sign-in, with its word for the reason.
    case signInRefused
    /// The server did not accept the name, password or code.
    case signInNotAccepted
    /// The account has a second factor.
    case signInNeedsCode
    /// A field is empty, with its name.
    case signInNeedsField
    /// The account's e-mail address is not confirmed.
    case signInMailNotConfirmed
    /// The account cannot be used yet, with the server's word for the reason.
    case signInUnfinished
    /// Somebody else has signed in.
    case signInAnotherPerson

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
        case .signInNeedsCode: .fixed(SignInError.needs(.oneTimeCode).description)
        case .signInNeedsField: .filled(SignInError.needs(SignInField.Name(rawValue: "%")).description)
        case .signInMailNotConfirmed: .fixed(SignInError.unfinished("verify_email_sent").description)
        case .signInUnfinished: .filled(SignInError.unfinished("%").description)
        case .signInAnotherPerson: .fixed(SignInError.anotherPerson.description)
        }
    }
}
