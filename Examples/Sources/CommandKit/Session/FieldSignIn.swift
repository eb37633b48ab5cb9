import ArgumentParser
import ConsoleKit
package import Core

/// A sign-in with fields, such as a name and a password: what is not given is asked for at the terminal.
package struct FieldSignIn: Sendable {
    private let prompt = SecretPrompt()
    private let texts: @Sendable (CommandPhrase) -> String
    private let nobodyToAsk: String

    /// A sign-in.
    ///
    /// - Parameters:
    ///   - nobodyToAsk: The sentence for a program that nobody sits before.
    ///   - texts: Writes the questions.
    package init(nobodyToAsk: String, texts: @escaping @Sendable (CommandPhrase) -> String) {
        (self.texts, self.nobodyToAsk) = (texts, nobodyToAsk)
    }

    /// Fills the fields, and calls something with them; what it still needs then is asked for, too, and it is called again.
    ///
    /// - Parameters:
    ///   - form: The fields.
    ///   - given: Those that are known.
    ///   - work: The sign-in.
    /// - Throws: `ValidationError` where nobody can be asked; the exit status where the server does not take them, once that
    ///   was said; what the work throws.
    @MainActor
    package func perform(
        _ form: [SignInField], given: [SignInField.Name: Secret],
        _ work: @MainActor ([SignInField.Name: Secret]) async throws -> Void
    ) async throws {
        var fields = given
        for field in form where field.isRequired && fields[field.id] == nil { fields[field.id] = try ask(field) }
        do {
            do {
                try await work(fields)
            } catch SignInError.needs(let id) where fields[id] == nil && prompt.isPossible {
                fields[id] = try ask(form.first { $0.id == id } ?? SignInField(id, isSecret: true))
                try await work(fields)
            }
        } catch SignInError.notAccepted {
            Console.warn(texts(fields[.oneTimeCode] != nil ? .wrongCode : .wrongPassword))
            throw ExitStatus.notSignedIn
        }
    }

    /// Asks for a field.
    ///
    /// - Parameter field: The field.
    /// - Returns: What was typed.
    /// - Throws: `ValidationError` where nobody can be asked, `SignInError` where nothing was typed.
    package func ask(_ field: SignInField) throws -> Secret {
        guard prompt.isPossible else { throw ValidationError(nobodyToAsk) }
        let question =
            switch field.id {
            case .user: texts(.askName)
            case .password: texts(.askPassword)
            case .oneTimeCode: texts(.askCode)
            default: "\(field.id): "
            }
        guard let line = prompt.ask(question, isHidden: field.isSecret), !line.isEmpty else {
            throw SignInError.needs(field.id)
        }
        return Secret(line)
    }
}
