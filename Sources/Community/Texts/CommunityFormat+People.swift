public import Core
import PostFeatures

extension CommunityFormat {
    /// Names the button on the left of a person's head.
    ///
    /// - Parameter button: The button.
    /// - Returns: Such as "Follow".
    public func name(of button: ProfileState.LeftButton) -> String {
        switch button {
        case .settings: format.text(PeoplePhrase.settings)
        case .follow: format.text(PeoplePhrase.follow)
        case .unfollow: format.text(PeoplePhrase.unfollow)
        }
    }

    /// Names the button on the right of a person's head.
    ///
    /// - Parameter button: The button.
    /// - Returns: Such as "Message".
    public func name(of button: ProfileState.RightButton) -> String {
        switch button {
        case .liked: format.text(PeoplePhrase.liked)
        case .chat: format.text(PeoplePhrase.chat)
        }
    }

    /// Names the button of a person's sheet.
    ///
    /// - Parameter button: The button.
    /// - Returns: Such as "Following".
    public func name(of button: ProfileState.SheetButton) -> String {
        switch button {
        case .edit: format.text(PeoplePhrase.edit)
        case .follow: format.text(PeoplePhrase.follow)
        case .following: format.text(PeoplePhrase.following)
        }
    }

    /// Names an item of the settings.
    ///
    /// - Parameter item: The item.
    /// - Returns: Such as "Picture".
    public func name(of item: CommunitySettingsViewModel.Item) -> String {
        switch item {
        case .picture: format.text(PeoplePhrase.picture)
        case .nick: format.text(FieldPhrase.nick)
        case .phone: format.text(FieldPhrase.phone)
        case .donations: format.text(PeoplePhrase.donations)
        case .payments: format.text(PeoplePhrase.payments)
        case .logOut: format.text(PeoplePhrase.logOut)
        case .withdraw: format.text(AccountPhrase.withdraw)
        }
    }

    /// Says that a list of people is empty.
    ///
    /// - Parameter list: The list.
    /// - Returns: Such as "Nobody follows yet".
    public func emptyText(of list: FollowListViewModel.List) -> String {
        format.text(list == .followers ? PeoplePhrase.noFollowers : PeoplePhrase.noFollowing)
    }

    /// Says what is not sent yet and would be left by logging out.
    ///
    /// - Parameter state: The state of the screen.
    /// - Returns: A question with the number of things; `nil` where nothing asks.
    public func unsentText(of state: CommunitySettingsViewModel.State) -> String? {
        state.unsent.isEmpty ? nil : format.text(PeoplePhrase.logOutUnsent, counting: state.unsent.count)
    }

    /// Says whether donations are taken.
    ///
    /// - Parameter state: The state of the screen.
    /// - Returns: A sentence; `nil` while it is not known.
    public func text(of state: DonationSettingsViewModel.State) -> String? {
        state.isOn.map { format.text($0 ? PeoplePhrase.donationsOn : PeoplePhrase.donationsOff) }
    }

    /// Asks about what was chosen.
    ///
    /// - Parameter state: The state of the screen.
    /// - Returns: A question; `nil` while nothing is asked.
    public func questionText(of state: DonationSettingsViewModel.State) -> String? {
        state.question.map { format.text($0 ? PeoplePhrase.donationsOnQuestion : PeoplePhrase.donationsOffQuestion) }
    }

    /// Says that the server has refused what a person wished.
    ///
    /// - Parameter item: The item of the outbox.
    /// - Returns: A sentence with the reason.
    public func refusedText(of item: OutboxItem) -> String {
        let reason = item.reason.map { format.message(for: DataError($0.code, message: $0.message)) }
        return format.text(PeoplePhrase.refused, filling: reason ?? "")
    }
}
