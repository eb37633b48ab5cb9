import Cloud
public import Core
import Foundation

/// The kinds of intents that change people: following, the own profile, and taking donations.
///
/// ```swift
/// let kinds = PeopleKinds(configuration)
/// services.ownKinds += kinds.all                         // of AppServices.Configuration
/// ```
///
/// Each is a wish: of one person, of one field, only the newest counts, and it may be repeated. What an answer means is
/// the table of ``CommunityStatus``.
public struct PeopleKinds: Sendable {
    /// Following a person, or ending that; the lane is the person.
    ///
    /// Where the server answers that it has left things otherwise, what it says counts.
    public let follow: IntentKind<FollowWish>
    /// A field of the own profile; the lane is the field.
    public let profile: IntentKind<ProfileWish>
    /// Taking donations, or not.
    public let donations: IntentKind<DonationWish>

    /// Creates the kinds.
    ///
    /// - Parameter configuration: The configuration of the server.
    public init(_ configuration: CommunityConfiguration) {
        let requests = CommunityRequests(configuration)
        follow = Self.follow(configuration, requests)
        profile = Self.profile(configuration, requests)
        donations = Self.donations(configuration)
    }

    /// All of them, for `AppServices.Configuration.ownKinds`.
    public var all: [AnyIntentKind] { [AnyIntentKind(follow), AnyIntentKind(profile), AnyIntentKind(donations)] }

    private static func follow(
        _ configuration: CommunityConfiguration, _ requests: CommunityRequests
    ) -> IntentKind<FollowWish> {
        IntentKind(wish: "follow", on: .community) { request in
            let wish = request.payload
            let call: CommunityCall = wish.isFollowed ? .follow : .unfollow
            let response: NetworkResponse
            do {
                response = try await request.requests.response(
                    to: try requests.follow(wish.person.id, wish.isFollowed))
            } catch {
                return try PeopleAnswers.answer(error, of: call)
            }
            // An answer that is cut is one all the same; then what was wished holds.
            let isFollowed = (try? response.json())?["following_status"]?.bool ?? wish.isFollowed
            return try .done(as: FollowWish(wish.person, isFollowed))
        } read: { request in
            let profile = try await CommunityAPI(configuration, by: request.requests).profile()
            let person = request.payload.person
            return FollowWish(person, profile.following.contains { $0.id == person.id })
        }
    }

    private static func profile(
        _ configuration: CommunityConfiguration, _ requests: CommunityRequests
    ) -> IntentKind<ProfileWish> {
        IntentKind(wish: "profile", on: .community) { request in
            let change: ProfileChange
            switch request.payload.field {
            case .nick: change = .nick(request.payload.value)
            case .phone: change = .phone(request.payload.value)
            case .picture:
                guard let file = request.files.first else {
                    return .refused(DataError(.invalidInput, message: "The picture is not there any more."))
                }
                change = .picture(try await request.data(of: file))
            }
            do {
                _ = try await request.requests.response(to: try requests.changeProfile(change))
                return .done()
            } catch {
                return try PeopleAnswers.answer(error, of: .changeProfile)
            }
        } read: { request in
            // The server names pictures as it likes, so which one it has cannot be told.
            guard request.payload.field != .picture else {
                throw DataError(.invalidInput, message: "Which picture the server has cannot be read.")
            }
            let profile = try await CommunityAPI(configuration, by: request.requests).profile()
            let value = request.payload.field == .nick ? profile.person.nick : profile.phone ?? ""
            return ProfileWish(request.payload.field, value)
        }
    }

    private static func donations(_ configuration: CommunityConfiguration) -> IntentKind<DonationWish> {
        let settleTime = Duration.seconds(60)
        var kind = IntentKind<DonationWish>(wish: "donations", on: .community) { request in
            try await DonationCalls(configuration, request).answer(settlingFor: settleTime)
        } read: { request in
            try await DonationCalls(configuration, request).read()
        }
        kind.settleTime = settleTime
        return kind
    }
}

/// What an item of the outbox wants of people, in words for a list of what is not sent.
public struct PeopleEntry: Hashable, Sendable {
    /// The id of the person; `nil` where it is about oneself.
    public let user: String?
    /// The flag (`true` or `false`), or the name of the field.
    public let value: String
    /// The new text of a field; `nil` for flags and for the picture.
    public let text: String?

    /// Reads an item; `nil` for one of another kind, and for what was sent.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - kinds: The kinds.
    public init?(_ item: OutboxItem, of kinds: PeopleKinds) {
        guard let payload = item.payload else { return nil }
        switch item.kind {
        case kinds.follow.name:
            guard let wish = Self.wish(payload, of: kinds.follow) else { return nil }
            (user, value, text) = (wish.person.id, String(wish.isFollowed), nil)
        case kinds.profile.name:
            guard let wish = Self.wish(payload, of: kinds.profile) else { return nil }
            (user, value, text) = (nil, wish.field.rawValue, wish.field == .picture ? nil : wish.value)
        case kinds.donations.name:
            guard let wish = Self.wish(payload, of: kinds.donations) else { return nil }
            (user, value, text) = (nil, String(wish.isOn), nil)
        default: return nil
        }
    }

    private static func wish<Wish>(_ payload: RawJSON, of kind: IntentKind<Wish>) -> Wish? {
        // What a newer version wrote cannot be told in these words.
        try? kind.payload(of: payload)
    }
}
