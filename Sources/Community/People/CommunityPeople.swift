public import Core
import Foundation
import Synchronization

/// The people of the community: their profiles, who follows whom, and what the person who looks changes of it.
///
/// ```swift
/// Dependency.register(CommunityPeople.self) {
///     CommunityPeople(configuration, api: api, sessions: sessions, kinds: kinds)
/// }
/// let people = Dependency.resolve(CommunityPeople.self)
/// let ann = try await people.person("id-ann")            // stored and fresh, else from the server
/// try await people.follow(ann.person.person, true)       // stored and shown at once, sent when that is possible
/// ```
///
/// Profiles are stored resources: they are shown without a network, and belong to the account that they were fetched for.
/// Five hundred are kept, for 30 days. A change is queued with the account in use, and is shown everywhere from then on; what
/// the server refuses is shown no more, and stays in the outbox with its reason.
///
/// Safe from any thread.
public final class CommunityPeople: Sendable {
    /// A way to read.
    public enum Reading: Hashable, Sendable {
        /// What is stored; nothing is asked.
        case stored
        /// What is stored, where it is fresh, else what the server says.
        case fresh
        /// What the server says, however fresh the stored one is.
        case anew
    }

    /// The kinds of intents that change people.
    public let kinds: PeopleKinds
    /// The profiles by the ids of people; `me` is the key of the own one.
    let profiles: any ResourceProvider<String, Profile>
    /// The markers of donations, by the same keys.
    let donations: any ResourceProvider<String, DonationMarkers>
    let writing: any WritingProvider
    let sessions: any AccountProvider
    /// The number of readings that were begun.
    private let readings = Mutex(0)

    /// The key of the own values.
    static let me = "me"

    /// Creates people of what `AppServices` has registered: the store, the outbox and the clock.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the server.
    ///   - api: The calls of the server.
    ///   - sessions: The sessions of the site, which the site's backend has as well.
    ///   - kinds: The kinds that `AppServices.Configuration.ownKinds` has.
    ///   - freshness: The time for which a profile is fresh; five minutes by default.
    public init(
        _ configuration: CommunityConfiguration, api: CommunityAPI, sessions: any AccountProvider, kinds: PeopleKinds,
        freshness: Duration = .seconds(300)
    ) {
        self.kinds = kinds
        self.sessions = sessions
        writing = Dependency.resolve((any WritingProvider).self)
        let retention = ResourceRetention(maximumAge: .seconds(30 * 86_400), maximumCount: 500)
        let profiles = Resource<String, Profile>(
            "profile", freshness: .age(freshness), retention: retention, viewer: Self.site,
            fetch: { .value(try await Self.profile($0, by: api)) })
        self.profiles = DefaultResourceProvider(
            profiles
                .changed(by: kinds.follow) { $0.apply(to: &$1) }
                .changed(by: kinds.profile) { $0.apply(to: &$1) })
        let donations = Resource<String, DonationMarkers>(
            "donations", freshness: .age(freshness), retention: retention, viewer: Self.site,
            fetch: { .value(try await Self.markers($0, by: api, of: sessions)) })
        self.donations = DefaultResourceProvider(
            donations.changed(by: kinds.donations) { wish, markers in
                markers = DonationMarkers(isOn: wish.isOn, posts: markers?.posts ?? [])
            })
    }

    /// The id of the person who looks; `nil` for nobody, and before the session was restored.
    public var ownID: String? { sessions.accounts.value.current?.user?.id }

    // MARK: Fetching

    /// The site whose account values belong to.
    @Sendable private static func site(_ key: String) -> Site { .community }

    private static func profile(_ request: ResourceRequest<String>, by api: CommunityAPI) async throws -> Profile {
        let user = request.key == me ? nil : request.key
        do {
            return try await api.profile(of: user, for: request.sender)
        } catch let error as NetworkError where user != nil && CommunityStatus.isMissing(error.status) {
            throw DataError(
                .notFound, message: "The community has nobody with the id '\(request.key)'.", underlying: error)
        } catch let error as NetworkError {
            throw CommunityRefusal.shown(error, of: .readProfile)
        }
    }

    private static func markers(
        _ request: ResourceRequest<String>, by api: CommunityAPI, of sessions: any AccountProvider
    ) async throws -> DonationMarkers {
        let isMe = request.key == me
        let user: String? =
            switch request.sender {
            case _ where !isMe: request.key
            case .account(let account): account.name
            case .current: sessions.accounts.value.current?.user?.id
            case .nobody: nil
            }
        guard let user else { throw NetworkError(.unauthorized) }
        do {
            let markers = try await api.donationMarkers(of: user, limit: isMe ? 5 : 1, for: request.sender)
            return DonationMarkers(isOn: !markers.isEmpty, posts: markers.map(\.id))
        } catch let error as NetworkError {
            throw CommunityRefusal.shown(error, of: .readPosts)
        }
    }

    // MARK: Reading

    /// Reads a person.
    ///
    /// Where the server could not be asked, what is stored is the answer, with the error beside it.
    ///
    /// - Parameters:
    ///   - user: The id of the person; `nil`, the default, for oneself.
    ///   - reading: The way to read; `fresh` by default.
    /// - Returns: The person with what is known of them; of a stored reading also nobody.
    /// - Throws: `DataError` where there is nothing to show, with the reason: `unauthorized` where nobody is signed in,
    ///   `notFound` for somebody whom the server does not know; `CancellationError`.
    public func person(_ user: String? = nil, _ reading: Reading = .fresh) async throws -> PersonState {
        try await read(user, reading).state
    }

    /// A reading of a person, with its place in the order in which readings were begun.
    struct Read: Sendable {
        let order: Int
        var following: OwnFollowing
        var state = PersonState()
        /// What was refused when the reading began: none of it is shown.
        var failed: [OutboxItem] = []
    }

    /// Reads a person, and whom the person who looks follows.
    ///
    /// What was asked for is read from the store behind the answer, so that a later reading never shows less than it.
    func read(_ user: String?, _ reading: Reading) async throws -> Read {
        guard reading != .stored else { return try await look(at: user, .stored) }
        let asked = try await look(at: user, reading)
        var read = try await look(at: user, .stored)
        read.state.origin = asked.state.origin ?? read.state.origin
        read.state.error = asked.state.error
        return read
    }

    private func look(at user: String?, _ reading: Reading) async throws -> Read {
        let own = try await prepare()
        let order = readings.withLock { number in
            number += 1
            return number
        }
        let failed = writing.outbox.value.items.filter { $0.state == .failed }
        let key = user == nil || user == own ? Self.me : user ?? Self.me
        async let asked = Self.value(of: profiles, key, reading)
        async let donations = marks(of: key, reading)
        var mine: ResourceState<Profile>?
        var ownError: DataError?
        if key != Self.me {
            do {
                mine = try await Self.value(of: profiles, Self.me, reading)
            } catch let error as DataError {
                // The person is shown all the same; whether they are followed is not known then.
                ownError = error
            }
        }
        let profile = try await asked
        let takesDonations = try await donations
        let me = mine ?? profile
        var read = Read(order: order, following: following(of: own, by: key == Self.me || mine != nil ? me : nil))
        read.failed = failed
        let isPending = profile.isPending || takesDonations?.isPending ?? false || read.following.wishes[key] != nil
        read.state.person = profile.value.map {
            read.following.shown($0, takesDonations: takesDonations?.value?.isOn, isPending: isPending)
        }
        (read.state.fetched, read.state.origin) = (profile.fetched, profile.origin)
        read.state.isRefreshing = profile.isRefreshing || me.isRefreshing
        read.state.error = profile.error ?? ownError ?? me.error
        return read
    }

    /// Reads who looks, and what they have not sent.
    @discardableResult
    func prepare() async throws -> String {
        if sessions.state.value == .unknown { try await sessions.load() }
        try await writing.load()
        guard let own = ownID else { throw CommunityRefusal.shown(NetworkError(.unauthorized), of: .readProfile) }
        return own
    }

    private func following(of own: String, by me: ResourceState<Profile>?) -> OwnFollowing {
        var following = OwnFollowing(id: own)
        following.me = me?.value?.person
        following.ids = me?.value.map { Set($0.following.map(\.id)) }
        for item in unsent(of: kinds.follow.name) where item.state != .failed {
            // What a newer version has queued is shown by that one.
            guard let wish = item.payload.flatMap({ try? kinds.follow.payload(of: $0) }) else { continue }
            following.wishes[wish.person.id] = wish.isFollowed
        }
        return following
    }

    /// The marks of donations; `nil` where they could not be read, which keeps nobody from being shown.
    private func marks(of key: String, _ reading: Reading) async throws -> ResourceState<DonationMarkers>? {
        do {
            return try await Self.value(of: donations, key, reading)
        } catch is DataError {
            return nil
        }
    }

    private static func value<Value>(
        of provider: any ResourceProvider<String, Value>, _ key: String, _ reading: Reading
    ) async throws -> ResourceState<Value> {
        switch reading {
        case .stored: return try await provider.stored(key)
        case .fresh: return try await provider.get(key)
        case .anew:
            do {
                return try await provider.refresh(key)
            } catch let error as DataError where error.code != .superseded {
                var stored = try await provider.stored(key)
                guard stored.value != nil else { throw error }
                stored.error = error
                return stored
            }
        }
    }

    // MARK: What is not sent

    /// Returns what the person who looks has not sent of a kind, or what was refused.
    ///
    /// - Parameter kind: The kind.
    /// - Returns: The items, in the order in which they were queued.
    func unsent(of kind: OutboxItem.Kind) -> [OutboxItem] {
        let account = sessions.accounts.value.current?.key
        return writing.outbox.value.items.filter { $0.account == account && $0.kind == kind && $0.isKnown }
    }
}
