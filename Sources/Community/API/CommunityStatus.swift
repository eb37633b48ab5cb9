public import Core
public import Foundation

/// The meaning of a status by the call that it answers.
public struct CommunityStatus: Hashable, Sendable {
    /// An effect on the session.
    public enum SessionEffect: Hashable, Sendable {
        /// It goes on.
        case goesOn
        /// The access token is renewed, and the call sent again.
        case refresh
        /// It is over.
        case over
    }

    /// An effect on an entry of the outbox that made the call.
    public enum EntryEffect: Hashable, Sendable {
        /// The call is none that an entry makes.
        case none
        /// It is done: what was wanted holds already.
        case done
        /// It is kept, and sent once the person has logged in again.
        case kept
        /// It is sent again later.
        case later
        /// It has failed, and stays for the person to decide.
        case failed
        /// Nobody knows whether it arrived, so it is looked for before it is sent again.
        case unknown
    }

    /// The sentence for the person.
    public let sentence: StatusSentence
    /// The effect on the session.
    public let session: SessionEffect
    /// The effect on the entry.
    public let entry: EntryEffect

    private init(_ sentence: StatusSentence, _ session: SessionEffect = .goesOn, entry: EntryEffect) {
        (self.sentence, self.session, self.entry) = (sentence, session, entry)
    }

    /// Returns the meaning of a status.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - call: The call that it answers.
    /// - Returns: The meaning; `nil` for a success, and for one that the server's documents do not have for this call:
    ///   then the error's own code says what there is to say.
    public static func meaning(of status: Int, in call: CommunityCall) -> CommunityStatus? {
        let isWritten = call.isWritten
        switch status {
        // These four win over the table, whatever the call.
        case 420: return CommunityStatus(.wrongKey, entry: isWritten ? .later : .none)
        case 429: return CommunityStatus(.tooManyCalls, entry: isWritten ? .later : .none)
        case 444: return CommunityStatus(.wrongAddress, entry: isWritten ? .later : .none)
        // It may come after the act.
        case 500: return CommunityStatus(.serverTrouble, entry: isWritten ? .unknown : .none)
        case 401 where call == .login: return CommunityStatus(.wrongPassword, entry: .none)
        case 401 where call.isOpen: return nil
        case 401: return CommunityStatus(.sessionOver, .over, entry: isWritten ? .kept : .none)
        case 418 where !call.isOpen: return CommunityStatus(.sessionOver, .over, entry: isWritten ? .kept : .none)
        // The refresh is asked with a token that has expired.
        case 419 where !call.isOpen && call != .refresh:
            return CommunityStatus(.tokenExpired, .refresh, entry: isWritten ? .kept : .none)
        case 403 where call == .refresh: return CommunityStatus(.sessionOver, .over, entry: .none)
        case 403 where !call.isOpen: return refusal(.notAllowed, call)
        case 400: return badRequest(call).flatMap { refusal($0, call) }
        case 409: return conflict(call)
        case 410: return missing(call)
        case 445: return foreign(call).flatMap { refusal($0, call) }
        default: return nil
        }
    }

    /// Whether a status says, of a thing that was asked for by its id, that the server does not know it.
    ///
    /// - Parameter status: The status.
    /// - Returns: True for 400, 404 and 410.
    public static func isMissing(_ status: Int?) -> Bool { status == 400 || status == 404 || status == 410 }

    private static func refusal(_ sentence: StatusSentence, _ call: CommunityCall) -> CommunityStatus {
        CommunityStatus(sentence, entry: call.isWritten ? .failed : .none)
    }

    private static func badRequest(_ call: CommunityCall) -> StatusSentence? {
        switch call {
        case .login, .join, .checkEmail, .comment, .editComment, .deleteComment: .fieldsMissing
        case .uploadPictures, .readPosts, .readPost, .like, .follow, .unfollow, .changeProfile, .validatePayment:
            .badRequest
        default: nil
        }
    }

    private static func conflict(_ call: CommunityCall) -> CommunityStatus? {
        switch call {
        case .join: CommunityStatus(.alreadyMember, entry: .none)
        case .checkEmail: CommunityStatus(.emailTaken, entry: .none)
        // What was wanted holds.
        case .follow: CommunityStatus(.alreadyFollowed, entry: .done)
        case .validatePayment: CommunityStatus(.alreadyValidated, entry: .done)
        case .unfollow: refusal(.alreadyFollowed, call)
        default: nil
        }
    }

    private static func missing(_ call: CommunityCall) -> CommunityStatus? {
        switch call {
        // It is gone, and that was wanted.
        case .delete: CommunityStatus(.postGone, entry: .done)
        case .deleteComment: CommunityStatus(.commentGone, entry: .done)
        case .unfollow: CommunityStatus(.accountGone, entry: .done)
        case .follow: refusal(.accountGone, call)
        case .publish, .openRoom: refusal(.nothingCreated, call)
        case .edit, .comment, .like, .validatePayment, .readPost: refusal(.postGone, call)
        case .editComment: refusal(.commentGone, call)
        case .readMessages, .sendMessage, .uploadToRoom: refusal(.roomGone, call)
        default: nil
        }
    }

    private static func foreign(_ call: CommunityCall) -> StatusSentence? {
        switch call {
        case .edit, .delete, .editComment, .deleteComment: .notOwner
        case .readMessages, .sendMessage, .uploadToRoom: .notParticipant
        default: nil
        }
    }
}

extension CommunityCall {
    /// Whether it needs no session, so that no answer says anything of one.
    public var isOpen: Bool {
        switch self {
        case .login, .join, .checkEmail: true
        default: false
        }
    }

    /// Whether an entry of the outbox makes it.
    public var isWritten: Bool {
        switch self {
        case .changeProfile, .follow, .unfollow, .uploadPictures, .publish, .edit, .delete, .comment, .editComment,
            .deleteComment, .like, .validatePayment, .openRoom, .sendMessage, .uploadToRoom:
            true
        case .login, .join, .checkEmail, .refresh, .withdraw, .readProfile, .readPosts, .readPost, .readPayments,
            .readRooms, .readMessages:
            false
        }
    }
}

/// A refusal of the server in words that a person understands, as the call and the status together say.
///
/// A `DataError` of it has its sentence in English; ``CommunityFormat`` writes it in the person's language.
public struct CommunityRefusal: CodedError, LocalizedError, CustomStringConvertible {
    /// The call that was refused.
    public let call: CommunityCall
    /// The meaning of the status.
    public let meaning: CommunityStatus
    /// The error of the request.
    public let error: NetworkError

    /// Creates a refusal; `nil` where the server's documents have nothing for it, and for an error without a status.
    ///
    /// - Parameters:
    ///   - call: The call that failed.
    ///   - error: What it threw.
    public init?(_ call: CommunityCall, _ error: any Error) {
        guard let error = error as? NetworkError, let status = error.status,
            let meaning = CommunityStatus.meaning(of: status, in: call)
        else { return nil }
        (self.call, self.meaning, self.error) = (call, meaning, error)
    }

    /// Returns an error for a screen: the refusal where there is one, else the error as it is.
    ///
    /// - Parameters:
    ///   - error: What a call threw.
    ///   - call: The call.
    /// - Returns: The error, with a sentence.
    public static func shown(_ error: any Error, of call: CommunityCall) -> DataError {
        // The scheme has read the status already.
        let isWrongPassword = error as? SignInError == .notAccepted
        let refused = isWrongPassword ? NetworkError(.unauthorized, status: 401) : error
        return DataError(CommunityRefusal(isWrongPassword ? .login : call, refused) ?? error)
    }

    public var code: ErrorCode { error.code }

    public var isRetryable: Bool { error.isRetryable }

    public var retryAfter: Duration? { error.retryAfter }

    public var description: String { meaning.sentence.sentence }

    public var errorDescription: String? { description }
}
