import ArgumentParser
import CommandKit
import ConsoleKit
import Core
import Foundation
import PostFeatures

extension Session {
    /// The accounts of the site.
    ///
    /// - Throws: `ValidationError` where nobody can sign in.
    var signIns: any AccountProvider {
        get throws {
            guard let accounts else { throw Self.cannotWrite(settings.chain.defaultValueDescription) }
            return accounts
        }
    }

    /// Signs somebody in, who is in use from then on.
    ///
    /// - Parameter name: The name of who is to sign in; whoever does where it is nil.
    /// - Returns: The account.
    /// - Throws: The exit status once it was said why; what the session throws.
    @MainActor
    func signIn(as name: String?) async throws -> SignedInAccount {
        let accounts = try signIns
        guard !settings.isOffline else { throw DataError(.offline) }
        switch accounts.signInMethod {
        case .browser: try await signInWithBrowser(accounts)
        case .fields(let fields): try await signIn(accounts, with: fields, as: name)
        }
        guard let account = accounts.accounts.value.current else { throw DataError(.unauthorized) }
        if let name, let user = account.user, user.name.lowercased() != name.lowercased(),
            accounts.signInMethod == .browser
        {
            // Whoever is signed in to the browser is somebody else.
            try await accounts.signOut(of: account.id)
            throw SignInError.anotherPerson
        }
        return account
    }

    // MARK: With a browser

    /// The time for which the redirect is waited for.
    private static let patience = Duration.seconds(300)

    @MainActor
    private func signInWithBrowser(_ accounts: any AccountProvider) async throws {
        let format = PostFormat.chosen()
        guard let address = URL(string: settings.redirectURI), address.scheme?.lowercased() == "http",
            ["127.0.0.1", "localhost"].contains(address.host()?.lowercased()), address.port != nil
        else {
            throw ValidationError(format.text(CommandPhrase.cannotListen, filling: "'\(settings.redirectURI)'"))
        }
        let page = try await accounts.signInURL()
        let shown = demoServer.map { DemoSite.page(page, at: $0) } ?? page
        let ended = SignInEnd()
        let isEnded: Bool
        do {
            isEnded = try await RedirectListener(address: address).wait(upTo: Self.patience) {
                Console.warn(format.text(CommandPhrase.openPage, filling: shown.absoluteString))
            } take: { redirect in
                do {
                    try await accounts.finishSignIn(redirect: redirect)
                    await ended.set(nil)
                    return .end(format.text(CommandPhrase.pageDone))
                } catch SignInError.wrongState, SignInError.malformedRedirect {
                    return .other(format.text(CommandPhrase.pageOther))
                } catch {
                    await ended.set(error)
                    return .end(format.message(for: DataError(error)))
                }
            }
        } catch let error as CancellationError {
            throw error
        } catch {
            Console.warn(format.text(CommandPhrase.cannotListen, filling: "'\(settings.redirectURI)'"))
            throw ExitStatus.unavailable
        }
        guard isEnded else {
            Console.warn(format.text(CommandPhrase.signInTooLate))
            throw ExitStatus.unavailable
        }
        if let error = await ended.error { throw error }
    }

    // MARK: With fields

    @MainActor
    private func signIn(_ accounts: any AccountProvider, with form: [SignInField], as name: String?) async throws {
        let format = PostFormat.chosen()
        var fields: [SignInField.Name: Secret] = [:]
        fields[.user] = name.map(Secret.init)
        fields[.password] = settings.password
        let signIn = FieldSignIn(nobodyToAsk: format.text(CommandPhrase.nobodyToAsk)) { format.text($0) }
        try await signIn.perform(form, given: fields) { try await accounts.signIn(with: $0) }
    }
}

/// How a sign-in ended.
private actor SignInEnd {
    private(set) var error: (any Error)?

    func set(_ error: (any Error)?) { self.error = error }
}
