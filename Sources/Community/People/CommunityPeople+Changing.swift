public import Core

extension CommunityPeople {
    /// Follows a person, or ends that: it is stored and shown when this returns, and sent when that is possible.
    ///
    /// - Parameters:
    ///   - person: The person.
    ///   - isFollowed: Whether the person is followed from then on.
    /// - Returns: The id of the item in the outbox; `nil` where nothing has to be sent.
    /// - Throws: `DataError` with the code `notFound` for oneself, `unauthorized` where nobody is signed in; a
    ///   `CodedError` when it cannot be stored; `CancellationError`.
    @discardableResult
    public func follow(_ person: Person, _ isFollowed: Bool) async throws -> OutboxItem.ID? {
        let own = try await prepare()
        guard person.id != own, person.id != Self.me else {
            throw DataError(.notFound, message: "Nobody follows themselves. Take the id of somebody else.")
        }
        let wish = FollowWish(person, isFollowed)
        return try await profiles.change(Self.me, with: try kinds.follow.intent(wish, lane: person.id))
    }

    /// Follows the person with an id, or ends that; otherwise as ``follow(_:_:)``.
    ///
    /// Their name is taken from what is stored, else the server is asked for it. Without a network they are named by the id
    /// until the own profile is read again.
    ///
    /// - Parameters:
    ///   - user: The id of the person.
    ///   - isFollowed: Whether the person is followed from then on.
    /// - Returns: The id of the item in the outbox; `nil` where nothing has to be sent.
    /// - Throws: As above, and `DataError` with the code `notFound` for somebody whom the server does not know.
    @discardableResult
    public func follow(user: String, _ isFollowed: Bool) async throws -> OutboxItem.ID? {
        let own = try await prepare()
        guard user != own, user != Self.me else { return try await follow(Person(id: user, nick: ""), isFollowed) }
        return try await follow(try await known(user), isFollowed)
    }

    private func known(_ user: String) async throws -> Person {
        if let person = try await profiles.stored(user).value?.person { return person }
        let me = try await profiles.stored(Self.me).value
        if let person = ((me?.following ?? []) + (me?.followers ?? [])).first(where: { $0.id == user }) {
            return person
        }
        do {
            if let person = try await profiles.get(user).value?.person { return person }
        } catch let error as DataError where error.code != .notFound {
            // The wish is kept all the same, and sending it finds out the rest.
        }
        return Person(id: user, nick: user)
    }

    /// Changes the nick or the phone number of the own profile: it is stored and shown when this returns, and sent when that is possible.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - value: The new text.
    /// - Returns: The id of the item in the outbox; `nil` where nothing has to be sent.
    /// - Throws: `DataError` with the code `invalidInput` for a text that breaks the rule of its field and for the picture,
    ///   which ``setPicture(_:)`` sets; `unauthorized` where nobody is signed in; a `CodedError` when it cannot be stored; `CancellationError`.
    @discardableResult
    public func set(_ field: ProfileField, to value: String) async throws -> OutboxItem.ID? {
        guard let rule = field.rule, rule.state(of: value) == .match else {
            throw DataError(.invalidInput, message: "The rule of the field '\(field.rawValue)' is not kept.")
        }
        try await prepare()
        return try await profiles.change(
            Self.me, with: try kinds.profile.intent(ProfileWish(field, value), lane: field.rawValue))
    }

    /// Changes the picture of the own profile: it is stored when this returns, and sent when that is possible.
    ///
    /// - Parameter file: A JPEG that ``PicturePreparation`` made, kept by the `UploadProvider`.
    /// - Returns: The id of the item in the outbox; `nil` where nothing has to be sent.
    /// - Throws: `DataError` with the code `invalidInput` for a file that is too large, `unauthorized` where nobody is signed
    ///   in; a `CodedError` when it cannot be stored; `CancellationError`.
    @discardableResult
    public func setPicture(_ file: UploadFile) async throws -> OutboxItem.ID? {
        guard file.byteCount <= PictureRule.maximumBytes else {
            throw DataError(.invalidInput, message: "A picture has at most 5 MiB.")
        }
        try await prepare()
        let field = ProfileField.picture
        return try await profiles.change(
            Self.me,
            with: try kinds.profile.intent(ProfileWish(field, file.id), lane: field.rawValue, with: [file]))
    }

    /// Takes donations from now on, or ends that: it is stored and shown when this returns, and sent when that is possible.
    ///
    /// - Parameter isOn: Whether donations are taken.
    /// - Returns: The id of the item in the outbox; `nil` where nothing has to be sent.
    /// - Throws: `DataError` with the code `unauthorized` where nobody is signed in; a `CodedError` when it cannot be stored;
    ///   `CancellationError`.
    @discardableResult
    public func setTakesDonations(_ isOn: Bool) async throws -> OutboxItem.ID? {
        try await prepare()
        let nick = try await profiles.stored(Self.me).value?.person.nick
        let wish = DonationWish(isOn, nick: nick ?? sessions.accounts.value.current?.user?.name ?? "")
        return try await donations.change(Self.me, with: try kinds.donations.intent(wish, lane: "donations"))
    }

    /// Returns what the server has refused of the wishes of the person who looks, the newest last: it is not shown any more.
    ///
    /// - Parameters:
    ///   - kind: The kind, one of ``kinds``.
    ///   - isMeant: Chooses by what the item wants.
    /// - Returns: The item with its reason; `nil` where nothing was refused.
    public func refused(_ kind: OutboxItem.Kind, where isMeant: (PeopleEntry) -> Bool) -> OutboxItem? {
        refused(kind, among: unsent(of: kind), where: isMeant)
    }

    /// The newest of some items that the server has refused, and that is of the person who looks.
    func refused(
        _ kind: OutboxItem.Kind, among items: [OutboxItem], where isMeant: (PeopleEntry) -> Bool
    ) -> OutboxItem? {
        let account = sessions.accounts.value.current?.key
        return items.last { item in
            item.state == .failed && item.kind == kind && item.account == account
                && PeopleEntry(item, of: kinds).map(isMeant) ?? false
        }
    }

    /// Gives up what was refused, so that it is not said any more.
    ///
    /// - Parameter id: The id of the item.
    /// - Throws: `WritingError`; a `CodedError` when it cannot be stored.
    public func giveUp(_ id: OutboxItem.ID) async throws {
        try await writing.decide(.giveUp(nil), on: id)
    }
}
