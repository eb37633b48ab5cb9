public import PostFeatures

/// The sentences for refusals of the server: what is wrong, and what to do about it.
public enum StatusSentence: String, LocalizedPhrase {
    /// The app's key is not accepted.
    case wrongKey
    /// There were too many calls.
    case tooManyCalls
    /// The server does not know the address of the call.
    case wrongAddress
    /// The server failed.
    case serverTrouble
    /// A field that is needed is missing.
    case fieldsMissing
    /// The server did not understand the call.
    case badRequest
    /// The e-mail address or the password is wrong.
    case wrongPassword
    /// The session is over.
    case sessionOver
    /// The access token has expired, and was not renewed.
    case tokenExpired
    /// The person may not do it.
    case notAllowed
    /// Somebody has joined with this address.
    case alreadyMember
    /// The address is taken.
    case emailTaken
    /// The person is followed already.
    case alreadyFollowed
    /// The payment was validated before.
    case alreadyValidated
    /// Nothing was made.
    case nothingCreated
    /// The post is gone.
    case postGone
    /// The comment is gone.
    case commentGone
    /// The account is gone.
    case accountGone
    /// The room, or the other person's account, is gone.
    case roomGone
    /// It is somebody else's.
    case notOwner
    /// The person is not in the room.
    case notParticipant

    public var english: PhraseText { .fixed(sentence) }

    /// The English sentence.
    var sentence: String {
        switch self {
        case .wrongKey: "The server does not accept this app's key. Update the app."
        case .tooManyCalls: "There were too many calls. Wait a minute, and try again."
        case .wrongAddress: "The server does not know this address. Check the server's address, or update the app."
        case .serverTrouble: "The server failed. Try again later."
        case .fieldsMissing: "Something that is needed is missing. Fill in every field, and try again."
        case .badRequest: "The server did not understand this. Check what was given, or update the app."
        case .wrongPassword: "The e-mail address or the password is wrong. Check both, and try again."
        case .sessionOver: "Your session has ended. Log in again."
        case .tokenExpired: "Your session could not be renewed. Log in again."
        case .notAllowed: "You are not allowed to do this. Ask those who run the community."
        case .alreadyMember: "Somebody has joined with this e-mail address already. Log in, or choose another."
        case .emailTaken: "This e-mail address is taken. Choose another, or log in."
        case .alreadyFollowed: "You follow this person already."
        case .alreadyValidated: "This payment was confirmed before."
        case .nothingCreated: "Nothing was made. Try again."
        case .postGone: "This post is not there any more."
        case .commentGone: "This comment is not there any more."
        case .accountGone: "This account is not there any more."
        case .roomGone: "This room, or the other person's account, is not there any more."
        case .notOwner: "This belongs to somebody else, so you cannot change it."
        case .notParticipant: "You are not in this room."
        }
    }
}
