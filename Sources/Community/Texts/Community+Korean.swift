import PostFeatures

extension StatusSentence {
    static let korean: [StatusSentence: PhraseText] = [
        .wrongKey: .fixed("서버가 이 앱의 키를 받아들이지 않습니다. 앱을 업데이트하세요."),
        .tooManyCalls: .fixed("요청이 너무 많습니다. 1분 뒤에 다시 시도하세요."),
        .wrongAddress: .fixed("서버에 없는 주소입니다. 서버 주소를 확인하거나 앱을 업데이트하세요."),
        .serverTrouble: .fixed("서버에 문제가 생겼습니다. 나중에 다시 시도하세요."),
        .fieldsMissing: .fixed("필요한 값이 빠졌습니다. 모든 칸을 채우고 다시 시도하세요."),
        .badRequest: .fixed("서버가 요청을 이해하지 못했습니다. 입력한 내용을 확인하거나 앱을 업데이트하세요."),
        .wrongPassword: .fixed("이메일이나 비밀번호가 틀렸습니다. 둘 다 확인하고 다시 시도하세요."),
        .sessionOver: .fixed("로그인이 끝났습니다. 다시 로그인하세요."),
        .tokenExpired: .fixed("로그인을 연장하지 못했습니다. 다시 로그인하세요."),
        .notAllowed: .fixed("권한이 없습니다. 커뮤니티 운영자에게 문의하세요."),
        .alreadyMember: .fixed("이미 가입된 이메일입니다. 로그인하거나 다른 이메일을 쓰세요."),
        .emailTaken: .fixed("사용할 수 없는 이메일입니다. 다른 이메일을 쓰거나 로그인하세요."),
        .alreadyFollowed: .fixed("이미 팔로우한 사람입니다."),
        .alreadyValidated: .fixed("이미 확인된 결제입니다."),
        .nothingCreated: .fixed("아무것도 만들어지지 않았습니다. 다시 시도하세요."),
        .postGone: .fixed("더 이상 없는 글입니다."),
        .commentGone: .fixed("더 이상 없는 댓글입니다."),
        .accountGone: .fixed("더 이상 없는 계정입니다."),
        .roomGone: .fixed("채팅방이나 상대방의 계정이 더 이상 없습니다."),
        .notOwner: .fixed("다른 사람의 것이라 바꿀 수 없습니다."),
        .notParticipant: .fixed("이 채팅방의 참여자가 아닙니다."),
    ]
}

extension CategoryPhrase {
    static let korean: [CategoryPhrase: PhraseText] = [
        .dailyLife: .fixed("일상"),
        .fashion: .fixed("패션"),
        .pets: .fixed("반려동물"),
        .celebrities: .fixed("연예인"),
        .singing: .fixed("노래"),
        .reading: .fixed("독서"),
        .training: .fixed("헬스왕"),
    ]
}

extension FieldPhrase {
    static let korean: [FieldPhrase: PhraseText] = [
        .email: .fixed("이메일"),
        .password: .fixed("비밀번호"),
        .nick: .fixed("닉네임"),
        .phone: .fixed("전화번호"),
        .emailEmpty: .fixed("이메일을 입력하세요"),
        .emailTooShort: .fixed("이메일은 10자 이상이어야 합니다"),
        .emailNoMatch: .fixed("이메일 형식이 아닙니다"),
        .emailMatch: .fixed("이메일을 확인할 예정입니다"),
        .emailChecking: .fixed("이메일을 확인하는 중…"),
        .emailAvailable: .fixed("사용할 수 있는 이메일입니다"),
        .emailTaken: .fixed("이미 쓰이는 이메일입니다"),
        .emailUnchecked: .fixed("이메일을 확인하지 못했습니다"),
        .passwordEmpty: .fixed("비밀번호를 입력하세요"),
        .passwordTooShort: .fixed("비밀번호는 6자 이상이어야 합니다"),
        .passwordNoMatch: .fixed("비밀번호는 한 줄이어야 합니다"),
        .passwordMatch: .fixed("사용할 수 있는 비밀번호입니다"),
        .nickEmpty: .fixed("닉네임을 입력하세요"),
        .nickTooShort: .fixed("닉네임은 3자 이상이어야 합니다"),
        .nickNoMatch: .fixed("한글, 영문자, 숫자만 쓸 수 있습니다"),
        .nickMatch: .fixed("사용할 수 있는 닉네임입니다"),
        .phoneEmpty: .fixed("전화번호를 입력하세요"),
        .phoneTooShort: .fixed("전화번호는 숫자 8자리 이상이어야 합니다"),
        .phoneNoMatch: .fixed("숫자만 입력하세요"),
        .phoneMatch: .fixed("사용할 수 있는 전화번호입니다"),
    ]
}

extension AccountPhrase {
    static let korean: [AccountPhrase: PhraseText] = [
        .logIn: .fixed("로그인"),
        .join: .fixed("회원가입"),
        .withdraw: .fixed("회원 탈퇴"),
        .joined: .filled("%님, 환영합니다!"),
        .joinedNotLoggedIn: .fixed("가입했지만 로그인하지 못했습니다. 지금 로그인하세요."),
        .joinUnfinished: .filled("이미 가입되었을 수 있습니다. %(으)로 로그인해 확인하세요."),
        .withdrawQuestion: .fixed("계정과 이 기기에 저장된 내용이 모두 영구히 삭제됩니다. 계속할까요?"),
        .withdrawUnsent: .counted([.other: "아직 보내지 않은 것 %개가 사라집니다."]),
        .withdrawn: .fixed("계정이 삭제되었습니다."),
        .withdrawUnknown: .fixed("서버가 응답하지 않았습니다. 계정이 삭제되었는지는 다음 실행 때 확인합니다."),
        .notWithdrawn: .fixed("계정이 삭제되지 않았습니다. 다시 시도하세요."),
        .won: .filled("%원"),
    ]
}
