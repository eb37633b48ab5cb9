import PostFeatures

extension CommunityFormat {
    /// Describes the e-mail address of somebody who joins: whether its rule is kept, and what the server says of it.
    ///
    /// - Parameter state: The state of the screen.
    /// - Returns: Such as "You can use this address"; where the server has words of its own for that, these.
    public func emailText(of state: SignUpViewModel.State) -> String {
        switch state.emailAnswer {
        case nil: text(of: state.email)
        case .checking: format.text(FieldPhrase.emailChecking)
        case .available(let words): words.isEmpty ? format.text(FieldPhrase.emailAvailable) : words
        case .taken: format.text(FieldPhrase.emailTaken)
        case .unchecked(let error): "\(format.text(FieldPhrase.emailUnchecked)). \(message(for: error))"
        }
    }

    /// Says what became of a sign-up.
    ///
    /// - Parameter state: The state of the screen.
    /// - Returns: A welcome, or that the person has to log in; `nil` before they have joined.
    public func joinedText(of state: SignUpViewModel.State) -> String? {
        guard let nick = state.joined else { return nil }
        return state.isSignedIn
            ? format.text(AccountPhrase.joined, filling: nick) : format.text(AccountPhrase.joinedNotLoggedIn)
    }

    /// Says where people log in that somebody may have joined already.
    ///
    /// - Parameter state: The state of the screen.
    /// - Returns: A sentence with the e-mail address; `nil` where nobody has.
    public func unfinishedJoinText(of state: LoginViewModel.State) -> String? {
        state.mayHaveJoined ? format.text(AccountPhrase.joinUnfinished, filling: state.email) : nil
    }

    /// Says what is asked, or what has happened, while an account is deleted.
    ///
    /// - Parameter step: The step.
    /// - Returns: A sentence, or two where something that is not sent would be lost; `nil` while the person shows who
    ///   they are.
    public func text(of step: WithdrawViewModel.Step) -> String? {
        switch step {
        case .asking: return nil
        case .warned(let unsent):
            let question = format.text(AccountPhrase.withdrawQuestion)
            return unsent.isEmpty
                ? question : format.text(AccountPhrase.withdrawUnsent, counting: unsent.count) + " " + question
        case .done: return text(of: CommunityAccounts.Withdrawal.done)
        case .unknown: return text(of: CommunityAccounts.Withdrawal.unknown)
        }
    }

    /// Says what became of the deletion of an account.
    ///
    /// - Parameter withdrawal: The result.
    /// - Returns: A sentence.
    public func text(of withdrawal: CommunityAccounts.Withdrawal) -> String {
        switch withdrawal {
        case .done: format.text(AccountPhrase.withdrawn)
        case .unknown: format.text(AccountPhrase.withdrawUnknown)
        case .notDone: format.text(AccountPhrase.notWithdrawn)
        }
    }
}
