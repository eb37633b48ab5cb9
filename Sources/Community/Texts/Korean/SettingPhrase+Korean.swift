import PostFeatures

extension SettingPhrase {
    static let korean: [SettingPhrase: PhraseText] = [
        .pageSize: .fixed("한 번에 불러올 글 수"),
        .nsfw: .fixed("성인용"),
        .spoilers: .fixed("스포일러"),
        .mediaKinds: .fixed("글의 종류"),
        .blockedWords: .fixed("차단한 단어"),
        .blockedAuthors: .fixed("차단한 글쓴이"),
        .blockedDomains: .fixed("차단한 사이트"),
        .hideRead: .fixed("읽은 글 숨기기"),
        .autoplay: .fixed("동영상 자동 재생"),
        .theme: .fixed("테마"),
        .language: .fixed("언어"),
        .localSaveLimit: .fixed("오프라인용으로 보관할 글 수"),
        .syncStatuses: .fixed("서버에도 저장과 숨김 적용"),
        .showFullMemeInfo: .fixed("글의 모든 정보 표시"),
        .accountLogoutPolicy: .fixed("로그아웃 뒤 계정의 데이터"),
        .imageCacheMegabytes: .fixed("사진 캐시(MB)"),
        .packBudgetMegabytes: .fixed("오프라인 묶음 하나의 크기(MB)"),
        .downloadPolicy: .fixed("미디어 다운로드"),
        .refreshAgeMinutes: .fixed("피드를 새로 고칠 간격(분)"),
        .postRetentionDays: .fixed("글 보관 기간(일)"),
        .readRetentionDays: .fixed("읽은 기록 보관 기간(일)"),
        .unusable: .filled("“%” 값을 쓸 수 없어 기본값을 씁니다"),
        .newer: .filled("더 새로운 버전이 “%” 값을 정해 기본값을 씁니다"),
        .refused: .filled("“%”: 그 값으로 정할 수 없습니다"),
        .allowed: .filled("허용되는 값: %"),
        .allowedWords: .fixed("허용: 쉼표로 나눈 단어와 구. 단어 끝의 *는 모든 어미를 뜻합니다"),
        .allowedAuthors: .fixed("허용: 쉼표로 나눈 이름. 예: name 또는 u/name"),
        .allowedDomains: .fixed("허용: 쉼표로 나눈 사이트. 예: example.com"),
        .allowedTexts: .fixed("허용: 쉼표로 나눈 글"),
        .allowedText: .fixed("허용: 한 줄의 글"),
    ]
}

extension SettingChoicePhrase {
    static let korean: [SettingChoicePhrase: PhraseText] = [
        .covered: .fixed("가리기"),
        .shown: .fixed("보이기"),
        .hidden: .fixed("숨기기"),
        .system: .fixed("시스템 설정"),
        .light: .fixed("밝게"),
        .dark: .fixed("어둡게"),
        .inEnglish: .fixed("English"),
        .inUkrainian: .fixed("Українська"),
        .never: .fixed("안 함"),
        .wifi: .fixed("Wi-Fi에서"),
        .always: .fixed("항상"),
        .keep: .fixed("보관"),
        .wipe: .fixed("제거"),
        .all: .fixed("전체"),
        .on: .fixed("켬"),
        .off: .fixed("끔"),
    ]
}

extension StoragePhrase {
    static let korean: [StoragePhrase: PhraseText] = [
        .posts: .fixed("글"),
        .feeds: .fixed("피드"),
        .statuses: .fixed("표시"),
        .comments: .fixed("댓글"),
        .packs: .fixed("오프라인 묶음"),
        .media: .fixed("미디어"),
        .images: .fixed("사진 캐시"),
        .settings: .fixed("설정"),
        .sources: .fixed("구독 목록"),
        .positions: .fixed("읽던 위치"),
        .drafts: .fixed("초안"),
        .outbox: .fixed("보낼 것"),
        .state: .fixed("요청 기록"),
        .tokens: .fixed("로그인 정보"),
        .database: .fixed("데이터베이스"),
        .damaged: .fixed("손상되어 따로 둔 것"),
        .other: .fixed("기타"),
        .clearImages: .fixed("사진 캐시 비우기"),
        .clearDownloads: .fixed("다운로드 비우기"),
        .clearFetched: .fixed("다시 가져올 수 있는 것 모두 비우기"),
        .keptNote: .fixed("저장한 글과 즐겨찾기는 미디어, 댓글과 함께 남습니다"),
        .wouldFree: .filled("%를 비우게 됩니다"),
        .freed: .filled("%를 비웠습니다"),
        .nothingToFree: .fixed("비울 것이 없습니다"),
        .oldPosts: .counted([.other: "오래된 글 %개"]),
        .oldMarks: .counted([.other: "오래된 표시 %개"]),
        .bytes: .filled("%바이트"),
        .kilobytes: .filled("%KB"),
        .megabytes: .filled("%메가바이트"),
        .gigabytes: .filled("%기가바이트"),
        .files: .counted([.other: "파일 %개"]),
    ]
}

extension ArchivePhrase {
    static let korean: [ArchivePhrase: PhraseText] = [
        .statuses: .fixed("표시"),
        .posts: .fixed("저장한 글"),
        .drafts: .fixed("초안"),
        .sources: .fixed("구독 목록"),
        .settings: .fixed("설정"),
        .added: .filled("새로 추가: %"),
        .changed: .filled("변경: %"),
        .removed: .filled("제거: %"),
        .nothingNew: .fixed("이 보관 파일의 내용은 모두 이미 있습니다."),
        .ignoredSettings: .counted([.other: "더 새로운 버전의 설정 %개는 그대로 두었습니다."]),
        .exported: .filled("%에 내보냈습니다"),
        .notAnArchive: .fixed("보관 파일이 아니거나 앞부분이 손상되었습니다. 아무것도 바꾸지 않았습니다."),
        .damaged: .fixed("보관 파일이 손상되었습니다. 일부가 없거나 바뀌었습니다. 아무것도 바꾸지 않았습니다. 다시 내보내세요."),
        .tooNew: .fixed("더 새로운 앱이 쓴 보관 파일입니다. 아무것도 바꾸지 않았습니다. 앱을 업데이트하세요."),
        .tooLarge: .fixed("보관 파일이 허용된 크기보다 큽니다. 아무것도 바꾸지 않았습니다."),
        .invalid: .filled("보관 파일에 쓸 수 없는 항목이 있습니다: ‘%’. 아무것도 바꾸지 않았습니다. 다시 내보내세요."),
    ]
}

extension PackPhrase {
    static let korean: [PackPhrase: PhraseText] = [
        .of: .fixed("/"),
        .posts: .counted([.other: "글 %개"]),
        .allPosts: .counted([.other: "전체 글 %개"]),
        .threads: .counted([.other: "글 %개의 댓글"]),
        .thumbnails: .counted([.other: "작은 사진 %장"]),
        .files: .counted([.other: "파일 %개"]),
        .missing: .counted([.other: "%개는 서버에서 사라졌습니다"]),
        .complete: .fixed("완료"),
        .partialThreads: .counted([.other: "대화 %개의 일부를 빼고 완료"]),
        .stoppedByBytes: .fixed("공간을 다 썼습니다"),
        .stoppedByTime: .fixed("시간이 끝났습니다"),
        .stoppedByNetwork: .fixed("네트워크를 기다리는 중"),
        .stoppedByPolicy: .fixed("미디어 대기: 설정에서 다운로드가 꺼져 있습니다"),
        .paused: .fixed("일시 중지됨"),
        .failed: .fixed("실패한 것이 있습니다"),
        .about: .filled("약 %"),
        .availableOffline: .fixed("오프라인에서 볼 수 있음"),
        .textAndComments: .fixed("글과 댓글을 오프라인에서 볼 수 있음"),
        .partly: .fixed("일부를 오프라인에서 볼 수 있음"),
        .textOnly: .fixed("글을 오프라인에서 볼 수 있음"),
        .notAvailable: .fixed("이 기기에 없음"),
    ]
}

extension RefreshPhrase {
    static let korean: [RefreshPhrase: PhraseText] = [
        .never: .fixed("아직 백그라운드에서 새로 고치지 않음"),
        .running: .filled("새로 고치는 중: %"),
        .nothingNew: .fixed("새로운 것이 없습니다"),
        .failed: .fixed("새로 고친 피드가 없습니다"),
        .outOfTime: .fixed("시간이 다 되어 멈췄습니다"),
        .cutShort: .fixed("다 끝나기 전에 멈췄습니다"),
        .failedFeeds: .counted([.other: "피드 %개를 새로 고치지 못했습니다"]),
        .leftFeeds: .counted([.other: "피드 %개는 다음에 새로 고칩니다"]),
        .lastRun: .filled("마지막 백그라운드 새로 고침: %"),
        .nextRun: .filled("다음 새로 고침: % 이후"),
        .notScheduled: .fixed("시스템이 백그라운드 새로 고침을 허용하지 않습니다"),
    ]
}
