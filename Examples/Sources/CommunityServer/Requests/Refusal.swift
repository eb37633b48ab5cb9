import ServerKit

/// The reason why a call was not carried out, as it is answered.
struct Refusal: Error, Equatable {
    let status: Int
    let message: String

    init(_ status: Int, _ message: String) {
        self.status = status
        self.message = message
    }

    /// The answer: a sentence, as the field `message`.
    var answer: Answer { .json(.object([("message", .string(message))]), status: status) }

    /// A call of an address that the service does not have.
    static let unknownAddress = Refusal(444, "The address is not one of the service's.")
    /// A call without the server's key, or with another one.
    static let wrongKey = Refusal(420, "SesacKey is missing or wrong.")
    /// A token that the server did not give.
    static let invalidToken = Refusal(401, "The access token is not valid.")
    /// A token of somebody who has withdrawn.
    static let noPermission = Refusal(403, "There is no permission.")
    /// An access token whose time is over.
    static let accessExpired = Refusal(419, "The access token has expired.")
    /// A refresh token whose time is over.
    static let refreshExpired = Refusal(418, "The refresh token has expired. Log in again.")
    /// Somebody else's post or comment.
    static let notTheOwner = Refusal(445, "It is somebody else's.")
    /// A room of two others.
    static let notAParticipant = Refusal(445, "You are not one of the two in this room.")
    /// A post that is not there.
    static let postNotFound = Refusal(410, "The post was not found.")
    /// A person who is not there.
    static let accountNotFound = Refusal(410, "The account was not found.")
    /// A room that is not there.
    static let roomNotFound = Refusal(410, "The room was not found.")

    /// A value that is missing.
    static func missing(_ name: String) -> Refusal { Refusal(400, "'\(name)' is missing.") }
}
