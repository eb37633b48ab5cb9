import Core
import Foundation

/// Reads what Reddit says of a subreddit (`t5`) or a user (`t2`).
struct RedditSourceDecoder {
    /// The site, the texts and the links that the answer is read with.
    let context: RedditObject.Context

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - body: The answer.
    ///   - name: What was asked for.
    ///   - account: The account that asked; nobody by default.
    /// - Returns: What it says.
    /// - Throws: `NetworkError` with the code `malformed` when it is no thing of the kind that was asked for, or its
    ///   name is none.
    func description(
        from body: Data, of name: SourceName, for account: AccountKey? = nil
    ) throws(NetworkError) -> SourceDescription {
        let root: JSONValue
        do {
            root = try JSONValue(parsing: body)
        } catch {
            throw NetworkError(.malformed, underlying: error)
        }
        let kind = name.kind == .user ? "t2" : "t5"
        guard root["kind"]?.string == kind, let thing = RedditObject(root["data"], context: context) else {
            throw NetworkError(.malformed, underlying: JSONError(reason: "no \(kind) with data", offset: 0))
        }
        guard name.kind == .user else {
            var description = SourceDescription(
                name: try canonical(thing.string("display_name"), name.kind), title: thing.string("title"),
                isNSFW: thing.bool("over18") ?? thing.bool("over_18"), subscriberCount: thing.int("subscribers"))
            var confirmed = AnswerConfirmation(account, isProven: true)
            confirmed.note(.community(description.name.text, on: context.site)) {
                (ConfirmedValues(isSubscribed: thing.bool("user_is_subscriber")), isProof: true)
            }
            description.confirmation = confirmed.confirmation
            return description
        }
        let profile = thing.object("subreddit")
        return SourceDescription(
            name: try canonical(thing.string("name"), name.kind), title: profile?.string("title"),
            isNSFW: profile?.bool("over_18"), subscriberCount: profile?.int("subscribers"),
            restriction: thing.bool("is_suspended") == true ? .suspended : nil)
    }

    private func canonical(_ text: String?, _ kind: FeedKind) throws(NetworkError) -> SourceName {
        do {
            return try RedditPath.checked(SourceName(kind, text ?? ""))
        } catch {
            throw NetworkError(.malformed, underlying: error)
        }
    }
}

extension SourceRestriction {
    /// The restriction that an answer of 403 speaks of.
    ///
    /// - Parameter error: How the request failed; one that speaks of none makes `nil`.
    init?(_ error: NetworkError) {
        guard error.code == .forbidden else { return nil }
        let reason = (error.underlying as? ServerRefusal)?.reason
        self = reason.flatMap(SourceRestriction.init(rawValue:)) ?? .forbidden
    }
}
