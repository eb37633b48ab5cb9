import ArgumentParser
import Cloud
import CommandKit
import Community
import ConsoleKit
import Core
import PostFeatures

extension CommunitySession {
    /// The account in use; nil for nobody.
    var current: SignedInAccount? { services.sessions.accounts.value.current }

    /// Finds out what became of payments of which that is not known; those that were taken are queued to be validated.
    func prepareSync(as account: AccountKey) async throws {
        let payments = services.donations(by: .pays).payments
        try await payments.check(as: account)
        if let error = payments.payments.value.error { Console.warn(Self.texts.message(for: error)) }
    }

    /// Returns the password of the environment, or asks for it.
    ///
    /// - Throws: `ValidationError` where nobody can be asked.
    func password() throws -> Secret {
        if let password = settings.password { return password }
        let format = Self.format
        let prompt = FieldSignIn(nobodyToAsk: format.text(CommunityCommandPhrase.nobodyToAsk)) { format.text($0) }
        return try prompt.ask(SignInField(.password, isSecret: true))
    }

    /// Returns who is signed in, as the server has them now; as far as it is known here where that cannot be asked.
    ///
    /// - Returns: The person, and the reason why the server could not be asked.
    /// - Throws: `CancellationError`.
    func person() async throws -> (person: Person?, error: DataError?) {
        guard let account = current else { return (nil, nil) }
        let known = try await known(account)
        guard account.state != .expired else { return (known, DataError(.sessionExpired)) }
        guard !isOffline else { return (known, nil) }
        do {
            return (try await services.api.profile().person, nil)
        } catch let error as CancellationError {
            throw error
        } catch {
            let shown = CommunityRefusal.shown(error, of: .readProfile)
            // Whichever status said so, a person has to sign in again.
            return (known, shown.isAboutSession ? DataError(.sessionExpired, message: shown.message) : shown)
        }
    }

    /// The person of an account as they are stored; as the sign-in has named them where nothing is.
    private func known(_ account: SignedInAccount) async throws -> Person? {
        do {
            if let own = try await Dependency.resolve(CommunityPeople.self).person(nil, .stored).person?.person {
                return own
            }
        } catch let error as CancellationError {
            throw error
        } catch {
            // The sign-in knows who it is, without a picture.
        }
        return account.user.map { Person(id: $0.id, nick: $0.name) }
    }

    /// Prints what became of a command of the account.
    ///
    /// - Parameters:
    ///   - user: Who is signed in by it; nil for nobody.
    ///   - error: The reason why something is missing; nil for none.
    ///   - said: What is said of the error; its own message by default.
    ///   - text: What is said to people; nil where the error says all.
    /// - Throws: The exit status for an output that cannot be written.
    func print(_ user: Person?, _ error: DataError? = nil, said: String? = nil, text: String?) throws {
        if let error { Console.warn(said ?? Self.texts.message(for: error)) }
        if isJSON {
            try JSONOutput.print(AccountOutput(user: user.map(UserOutput.init), error: error.map(ErrorOutput.init)))
        } else if let text {
            try Console.answer(text)
        }
    }

    /// Prints why a command of the account was not done.
    ///
    /// - Parameters:
    ///   - error: The reason.
    ///   - call: The call that was refused.
    /// - Returns: The exit status.
    /// - Throws: The error itself where it is none of the server, or of the way to it; `CancellationError`.
    func refusal(_ error: any Error, of call: CommunityCall) throws -> ExitCode {
        if error is CancellationError || error is ExitCode || error is ValidationError { throw error }
        let shown = CommunityRefusal.shown(error, of: call)
        guard let status = shown.statusOfRefusal else { throw error }
        try print(nil, shown, text: nil)
        return status
    }

    /// Prints that nobody is signed in.
    ///
    /// - Returns: The exit status.
    func nobody() throws -> ExitCode {
        let format = Self.format
        Console.warn(format.text(CommandPhrase.signInFirst))
        if isJSON {
            let message = PostFormat(language: .english).text(CommandPhrase.signInFirst)
            try JSONOutput.print(
                AccountOutput(user: nil, error: ErrorOutput(DataError(.unauthorized, message: message))))
        }
        return ExitStatus.notSignedIn
    }
}

extension DataError {
    /// The exit status of a command that a server refused, or that could not be asked; nil for an error of another kind.
    fileprivate var statusOfRefusal: ExitCode? {
        if isAboutSession { return ExitStatus.notSignedIn }
        let codes: [ErrorCode] = [
            .offline, .timedOut, .accessClosed, .forbidden, .notFound, .badRequest, .rateLimited, .serverError,
            .tooLarge, .malformed, .captivePortal, .redirected, .pinMismatch, .refused, .unknown,
        ]
        return codes.contains(code) ? ExitStatus.unavailable : nil
    }
}

extension Person {
    /// The nick and the id, on a terminal.
    var line: String { "\(nick.harmless) (\(id.harmless))" }
}
