public import Core
import Foundation

/// The accounts of a community: joining, and leaving it for good.
///
/// Signing in and out is the session's (`SiteSessions`), and so is signing in once more before something that cannot be
/// undone (`confirm(with:)`).
///
/// Safe from any thread.
public final class CommunityAccounts: Sendable {
    private let api: CommunityAPI
    /// The sessions of the site.
    let sessions: any AccountProvider
    private let notes: any StateStore

    /// Creates the accounts.
    ///
    /// - Parameters:
    ///   - api: The calls of the server.
    ///   - sessions: The sessions of the site.
    ///   - notes: The store of what was begun and has to be finished after a kill; that of the sessions will do.
    public init(api: CommunityAPI, sessions: any AccountProvider, notes: any StateStore) {
        (self.api, self.sessions, self.notes) = (api, sessions, notes)
    }

    // MARK: Joining

    /// Asks the server whether an e-mail address is free.
    ///
    /// - Parameter email: The address.
    /// - Returns: The server's words to the person; `nil` for an address that is taken.
    /// - Throws: `DataError` where it could not be asked; `CancellationError`.
    public func checkEmail(_ email: String) async throws -> String? {
        do {
            return try await api.checkEmail(email)
        } catch let error as NetworkError where error.status == 409 {
            return nil
        } catch let error as NetworkError {
            throw CommunityRefusal.shown(error, of: .checkEmail)
        }
    }

    /// Makes an account, and signs in to it.
    ///
    /// It is sent once. Where the answer is lost, or says that somebody has joined with this address, a sign-in with
    /// the same password tells whether it was this person.
    ///
    /// - Parameter member: What the person has typed.
    /// - Returns: The nick, and the reason why the person could not be signed in, where that is so.
    /// - Throws: `DataError`, with the code `invalidInput` for a field whose rule is not kept; `CancellationError`.
    public func join(_ member: NewMember) async throws -> (nick: String, signInError: DataError?) {
        try Self.check(member)
        try await notes.set(Data(member.email.utf8), for: Self.joining)
        do {
            let person = try await api.join(member)
            do {
                try await signIn(member)
                return (person.nick, nil)
            } catch let error as CancellationError {
                throw error
            } catch {
                return (person.nick, CommunityRefusal.shown(error, of: .login))
            }
        } catch let error as NetworkError {
            guard error.status == 409 || error.mayHaveArrived else {
                try await notes.set(nil, for: Self.joining)
                throw CommunityRefusal.shown(error, of: .join)
            }
            do {
                try await signIn(member)
            } catch is SignInError {
                // It was somebody else, or nobody; the first error says what to do.
                try await notes.set(nil, for: Self.joining)
                throw CommunityRefusal.shown(error, of: .join)
            } catch let failure as CancellationError {
                throw failure
            } catch {
                throw CommunityRefusal.shown(error, of: .join)
            }
            return (sessions.accounts.value.current?.user?.name ?? member.nick, nil)
        }
    }

    /// The e-mail address of somebody who may have joined: the app ended before that was known; `nil` for nobody.
    ///
    /// Show it where people log in: with the same password it tells.
    ///
    /// - Throws: A `CodedError` when it cannot be read.
    public func unfinishedJoin() async throws -> String? {
        try await notes.value(Self.joining).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Forgets ``unfinishedJoin()``, once somebody has logged in.
    ///
    /// - Throws: A `CodedError` when it cannot be written.
    public func forgetUnfinishedJoin() async throws {
        if try await unfinishedJoin() != nil { try await notes.set(nil, for: Self.joining) }
    }

    private func signIn(_ member: NewMember) async throws {
        try await sessions.signIn(with: [.email: Secret(member.email), .password: member.password])
        // What stays there is an address where people log in, and the next sign-in removes it.
        try? await notes.set(nil, for: Self.joining)
    }

    private static func check(_ member: NewMember) throws(DataError) {
        let fields: [(FieldRule, String?)] = [
            (.email, member.email), (.password, member.password.revealed), (.nick, member.nick), (.phone, member.phone),
        ]
        for (rule, text) in fields {
            if let text, rule.state(of: text) != .match {
                throw DataError(.invalidInput, message: "The rule of the field '\(rule.rawValue)' is not kept.")
            }
        }
    }

    // MARK: Leaving for good

    /// A result of deleting an account.
    public enum Withdrawal: Hashable, Sendable {
        /// It is deleted, and everything of it on this device.
        case done
        /// The answer is missing: ``finishWithdrawal(leaving:)`` finds out.
        case unknown
        /// It is not deleted, and nothing was removed.
        case notDone
    }

    /// Deletes the account in use, on the server and then all that is stored of it here, what is not sent included.
    ///
    /// Have the person confirm it first, with a password and after being told what is lost. That it was begun is stored
    /// before anything is sent, so that a kill between any two steps leaves nothing behind.
    ///
    /// - Parameter departures: The way in which accounts are left.
    /// - Returns: `done`, or `unknown` where the answer is missing.
    /// - Throws: `DataError` where the server has not deleted it, also because the session was over; and when what is
    ///   stored cannot be removed, which ``finishWithdrawal(leaving:)`` then does. `CancellationError`.
    public func withdraw(leaving departures: any AccountDepartureProvider) async throws -> Withdrawal {
        guard let account = sessions.accounts.value.current, let key = account.key else {
            throw DataError(NetworkError(.unauthorized))
        }
        // The person and not the place of the tokens, where somebody else may sign in meanwhile.
        try await notes.set(Data((key.name ?? "").utf8), for: Self.withdrawing)
        do {
            try await api.withdraw(key)
        } catch let error as NetworkError where error.mayHaveArrived {
            return .unknown
        } catch let error as NetworkError {
            // A session that was over has deleted nothing.
            try await notes.set(nil, for: Self.withdrawing)
            throw CommunityRefusal.shown(error, of: .withdraw)
        }
        try await wipe(account, departures)
        return .done
    }

    /// Finishes a withdrawal of which nobody knew what became of it; call it at launch.
    ///
    /// Only where there is one the server is asked, by the own profile: where it does not know the person any more,
    /// what is stored is removed.
    ///
    /// - Parameter departures: The way in which accounts are left.
    /// - Returns: What became of it; `nil` where there is none, and where the person has left this device meanwhile.
    /// - Throws: A `CodedError` of what is stored, `CancellationError`.
    public func finishWithdrawal(leaving departures: any AccountDepartureProvider) async throws -> Withdrawal? {
        guard let note = try await notes.value(Self.withdrawing) else { return nil }
        try await sessions.load()
        let key = AccountKey(site: .community, name: String(decoding: note, as: UTF8.self))
        guard let account = sessions.accounts.value.all.first(where: { $0.key == key }) else {
            // The person has left, and only the note is there still.
            try await notes.set(nil, for: Self.withdrawing)
            return nil
        }
        do {
            _ = try await api.profile(for: .account(key))
            try await notes.set(nil, for: Self.withdrawing)
            return .notDone
        } catch let error as NetworkError where error.meansNobody {
            try await wipe(account, departures)
            return .done
        } catch is NetworkError {
            return .unknown
        }
    }

    private func wipe(_ account: SignedInAccount, _ departures: any AccountDepartureProvider) async throws {
        // The session may have ended meanwhile, and the account is the same.
        let now = sessions.accounts.value.all.first { $0.key == account.key } ?? account
        // The server has nobody any more for whom a payment could be validated, and the person was told what is lost.
        _ = try await departures.leave(now, policy: .wipe, discardingUnsent: true, withConsent: true)
        try await notes.set(nil, for: Self.withdrawing)
    }

    private static let joining = "community.joining"
    private static let withdrawing = "community.withdrawing"
}

extension NetworkError {
    /// Whether the server may have done what was asked, though no answer says so.
    fileprivate var mayHaveArrived: Bool {
        if isUnsent { return false }
        switch code {
        // A page of HTML, or a body that is cut, says nothing of it.
        case .captivePortal, .malformed, .tooLarge: return true
        // Without a status nothing has come back.
        case .offline, .timedOut: return true
        // 500 may come after the act.
        default: return (status ?? 0) >= 500
        }
    }

    /// Whether it says that the account that asked is not there any more, or that its session is over.
    fileprivate var meansNobody: Bool {
        guard let status else { return code == .unauthorized || code == .sessionExpired }
        return [401, 403, 404, 410, 418].contains(status)
    }
}
