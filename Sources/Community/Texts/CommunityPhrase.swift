public import PostFeatures

/// The names of the categories.
public enum CategoryPhrase: String, LocalizedPhrase {
    /// Daily life.
    case dailyLife
    /// Fashion.
    case fashion
    /// Pets.
    case pets
    /// Celebrities.
    case celebrities
    /// Singing.
    case singing
    /// Reading.
    case reading
    /// Training of the body.
    case training

    public var english: PhraseText {
        switch self {
        case .dailyLife: .fixed("Daily life")
        case .fashion: .fixed("Fashion")
        case .pets: .fixed("Pets")
        case .celebrities: .fixed("Celebrities")
        case .singing: .fixed("Singing")
        case .reading: .fixed("Reading")
        case .training: .fixed("Gym king")
        }
    }
}

/// What is said of the fields of a form while somebody types.
public enum FieldPhrase: String, LocalizedPhrase {
    /// The name of the field of the e-mail address.
    case email
    /// The name of the field of the password.
    case password
    /// The name of the field of the nick.
    case nick
    /// The name of the field of the phone number.
    case phone
    /// Nothing is typed into the e-mail address.
    case emailEmpty
    /// The e-mail address is too short.
    case emailTooShort
    /// It is no e-mail address.
    case emailNoMatch
    /// The e-mail address is right, and the server was not asked yet.
    case emailMatch
    /// The server is being asked for the address.
    case emailChecking
    /// The address is free.
    case emailAvailable
    /// The address is taken.
    case emailTaken
    /// The server could not be asked for the address.
    case emailUnchecked
    /// Nothing is typed into the password.
    case passwordEmpty
    /// The password is too short.
    case passwordTooShort
    /// The password has a line end.
    case passwordNoMatch
    /// The password is right.
    case passwordMatch
    /// Nothing is typed into the nick.
    case nickEmpty
    /// The nick is too short.
    case nickTooShort
    /// The nick has characters that are not allowed.
    case nickNoMatch
    /// The nick is right.
    case nickMatch
    /// Nothing is typed into the phone number.
    case phoneEmpty
    /// The phone number is too short.
    case phoneTooShort
    /// The phone number has something else than digits.
    case phoneNoMatch
    /// The phone number is right.
    case phoneMatch

    public var english: PhraseText {
        switch self {
        case .email: .fixed("E-mail address")
        case .password: .fixed("Password")
        case .nick: .fixed("Nickname")
        case .phone: .fixed("Phone number")
        case .emailEmpty: .fixed("Type your e-mail address")
        case .emailTooShort: .fixed("The address needs 10 characters or more")
        case .emailNoMatch: .fixed("This is no e-mail address")
        case .emailMatch: .fixed("The address will be checked")
        case .emailChecking: .fixed("The address is being checked…")
        case .emailAvailable: .fixed("You can use this address")
        case .emailTaken: .fixed("This address is taken")
        case .emailUnchecked: .fixed("The address could not be checked")
        case .passwordEmpty: .fixed("Type a password")
        case .passwordTooShort: .fixed("The password needs 6 characters or more")
        case .passwordNoMatch: .fixed("The password must be on one line")
        case .passwordMatch: .fixed("The password can be used")
        case .nickEmpty: .fixed("Type a nickname")
        case .nickTooShort: .fixed("The nickname needs 3 characters or more")
        case .nickNoMatch: .fixed("Only Latin letters, digits and Hangul are allowed")
        case .nickMatch: .fixed("The nickname can be used")
        case .phoneEmpty: .fixed("Type your phone number")
        case .phoneTooShort: .fixed("The number needs 8 digits or more")
        case .phoneNoMatch: .fixed("Type digits only")
        case .phoneMatch: .fixed("The number can be used")
        }
    }
}

/// What the screens of the account say.
public enum AccountPhrase: String, LocalizedPhrase {
    /// The button that logs in.
    case logIn
    /// The button that leads to the form for new members, and sends it.
    case join
    /// The button that deletes the account.
    case withdraw
    /// Somebody has joined; `%` is the nick.
    case joined
    /// Somebody has joined, and could not be logged in.
    case joinedNotLoggedIn
    /// A sign-up was begun and may have succeeded; `%` is the e-mail address.
    case joinUnfinished
    /// The question before the account is deleted.
    case withdrawQuestion
    /// The number of things that are not sent and would be lost.
    case withdrawUnsent
    /// The account was deleted.
    case withdrawn
    /// The answer of the server is missing, and whether the account is deleted is found out later.
    case withdrawUnknown
    /// The account was not deleted after all.
    case notWithdrawn
    /// An amount of money; `%` is the number.
    case won

    public var english: PhraseText {
        switch self {
        case .logIn: .fixed("Log in")
        case .join: .fixed("Sign up")
        case .withdraw: .fixed("Delete account")
        case .joined: .filled("Welcome, %!")
        case .joinedNotLoggedIn: .fixed("You have joined, but could not be logged in. Log in now.")
        case .joinUnfinished: .filled("You may have joined already. Log in as % to find out.")
        case .withdrawQuestion:
            .fixed("Your account, and all that is stored here of it, will be deleted for good. Go on?")
        case .withdrawUnsent:
            .counted([
                .one: "% thing is not sent yet, and will be lost.",
                .other: "% things are not sent yet, and will be lost.",
            ])
        case .withdrawn: .fixed("Your account was deleted.")
        case .withdrawUnknown:
            .fixed("The server did not answer. Whether your account is deleted is found out at the next launch.")
        case .notWithdrawn: .fixed("Your account was not deleted. Try again.")
        case .won: .filled("% KRW")
        }
    }
}
